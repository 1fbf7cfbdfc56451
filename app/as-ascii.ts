/** ASCII, for the digits that keyboards type: full-width, Arabic and Persian. */
export const asAscii = (text: string) =>
  text.normalize('NFKC').replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) % 16))
