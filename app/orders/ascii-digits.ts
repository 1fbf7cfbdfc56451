/**
 * Converts other digits that keyboards type to ASCII: full-width, Arabic, Persian and Bangla, whose block begins with
 * other characters.
 */
export const asciiDigits = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) % 16))
    .replace(/[\u09e6-\u09ef]/g, (digit) => String(digit.charCodeAt(0) - 0x9e6))
