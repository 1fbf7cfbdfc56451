/** A piece of a page as text. Only `html` creates one, so that everything interpolated into it is escaped. */
class Markup {
  readonly __html: string

  constructor(text: string) {
    this.__html = text
  }
}

export type { Markup }

/**
 * Writes markup, for parts that are repeated many times in a page and never change: React takes a hundred times as long
 * to make the same text from elements. Interpolated values are escaped, unless they are such markup themselves.
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

/** Characters that V8 cannot store in one byte. */
const WIDE = /[^\0-\xff]/
/** These, and those that markup has a meaning for. Most texts have neither, so one look is enough. */
const SPECIAL = /[&<>"']|[^\0-\xff]/

function escapeText(text: string): string {
  if (!SPECIAL.test(text)) return text
  const escaped = text.replace(/[&<>"']/g, (character) => ESCAPED[character] ?? '')
  return WIDE.test(escaped) ? refer(escaped) : escaped
}

/**
 * Writes wide characters as references (`&#8217;`). A single one makes V8 store the whole page with two bytes per
 * character, and everything that is done to the page takes twice as long.
 */
function refer(text: string): string {
  const units: number[] = []
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0
    if (point > 0xff) for (const sign of `&#${point};`) units.push(sign.charCodeAt(0))
    else units.push(point)
  }
  // Built from numbers: slicing the text, or concatenating single characters, is slower or as wide as the text was.
  return String.fromCharCode(...units)
}
