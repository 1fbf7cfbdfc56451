/**
 * Where the keyboard stands among the rows of a table or the cards of a list: which these are, which row and column, how
 * many controls of it come after, and what it says.
 */
export type RowPlace = { rows: string; row: number; column: number; after: number; text: string | null }

/** Not those of a question that stands in the row for a while. */
const CONTROLS = ':is(a[href], button, input):not(dialog *)'
const controlsOf = (cell: Element) => [...cell.querySelectorAll<HTMLElement>(CONTROLS)]
const CARDS = 'ul.laptops > li:not([aria-hidden])'
/** A card is all one. */
const cellsOf = (row: HTMLElement): HTMLElement[] =>
  row instanceof HTMLTableRowElement ? [...row.cells] : [row]

/** The place of what stands in a row; undefined for all else. */
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
    // Of a card's controls the last are the same on each: before them stands what not every seller has.
    after: controls.length - controls.indexOf(element as HTMLElement),
    text: element.textContent,
  }
}

/**
 * Puts the keyboard on the page's heading: what was pressed may be gone, and the browser would begin anew at the page's
 * top.
 */
export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1')
  if (heading) heading.tabIndex = -1
  heading?.focus()
}

/**
 * Puts the keyboard to the same action of the row that took this place, else of the last row; where that has no such
 * action any more, on the row itself: to no other action, as whoever presses the same key again does not mean that one.
 * Where there is no row, or no place, on the page's heading.
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
