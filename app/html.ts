/** A piece of a page as text. Only `html` makes one, so that whatever was put into it is escaped. */
class Markup {
  readonly __html: string

  constructor(text: string) {
    this.__html = text
  }
}

export type { Markup }

/**
 * Writes markup, for what stands in a page many times and never changes there: React takes a hundred times as
 * long to make the same text of elements. What is put in is escaped, unless it is such markup itself.
 */
export function html(parts: TemplateStringsArray, ...values: (string | number | Markup)[]): Markup {
  let text = parts[0] ?? ''
  values.forEach((value, index) => {
    text += value instanceof Markup ? value.__html : escapeText(String(value))
    text += parts[index + 1]
  })
  return new Markup(text)
}

const ESCAPED: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** What the engine cannot keep in one byte. */
const WIDE = /[^\0-\xff]/

function escapeText(text: string): string {
  const escaped = text.replace(/[&<>"']/g, (character) => ESCAPED[character] ?? '')
  return WIDE.test(escaped) ? refer(escaped) : escaped
}

/**
 * Writes wide characters as references (`&#8217;`). A single one has the engine keep the whole page in two bytes for
 * each of its characters, and everything that is done to the page takes twice as long.
 */
function refer(text: string): string {
  let narrow = ''
  for (const character of text) narrow += WIDE.test(character) ? `&#${character.codePointAt(0)};` : character
  return narrow
}
