/**
 * The place of the focus among the rows of a table or the cards of a list: the list, the row, the column, how many
 * controls of it come after, and the text.
 */
export type RowPlace = { rows: string; row: number; column: number; after: number; text: string | null }

/** Not those of a dialog that is in the row for a while. */
const CONTROLS = ':is(a[href], button, input):not(dialog *)'
const controlsOf = (cell: Element) => [...cell.querySelectorAll<HTMLElement>(CONTROLS)]
const CARDS = 'ul.laptops > li:not([aria-hidden])'
/** A card is one cell. */
const cellsOf = (row: HTMLElement): HTMLElement[] =>
  row instanceof HTMLTableRowElement ? [...row.cells] : [row]

/** The place of an element in a row; undefined for all others. */
export function rowPlaceOf(element: Element | null): RowPlace | undefined {
  const row = element?.closest<HTMLElement>(`tbody > tr, ${CARDS}`)
  const cell = row && cellsOf(row).find((one) => one.contains(element))
  if (!element || !cell || !row?.parentElement) return undefined
  const table = row.closest('table')?.getAttribute('aria-label')
  const controls = controlsOf(cell)
  return {
    rows: table ? `table[aria-label="${CSS.escape(table)}"] > tbody > tr` : CARDS,
    row: [...row.parentElement.children].indexOf(row),
    column: cellsOf(row).indexOf(cell),
    // The last controls of a card are the same on each: before them are those that not every seller has.
    after: controls.length - controls.indexOf(element as HTMLElement),
    text: element.textContent,
  }
}

/**
 * Moves the focus to the page's heading: the pressed control may be gone, and then tabbing would start again at the top
 * of the page.
 */
export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1')
  if (heading) heading.tabIndex = -1
  heading?.focus()
}

/**
 * Moves the focus to the same action of the row that took this place, or else of the last row; if that has no such
 * action, to the row itself: never to another action, which somebody who presses the same key again does not mean.
 * Without a row, or a place, to the page's heading.
 */
export function focusRowPlace(place: RowPlace | undefined): void {
  const row = place && rowAt(place)
  const control = row && controlIn(row, place)
  if (row && !control) row.tabIndex = -1
  if (row) (control ?? row).focus()
  else focusHeading()
}

function rowAt({ rows, row }: RowPlace): HTMLElement | undefined {
  const found = document.querySelectorAll<HTMLElement>(rows)
  return found[Math.min(row, found.length - 1)]
}

function controlIn(row: HTMLElement, { column, after, text }: RowPlace): HTMLElement | undefined {
  const cell = cellsOf(row)[column]
  const found = cell && controlsOf(cell).at(-after)
  return found?.textContent === text ? found : undefined
}
