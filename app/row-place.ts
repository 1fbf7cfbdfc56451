/**
 * Where the keyboard stands among the rows of a table: which table, row and column, which of the controls there, and
 * what it says.
 */
export type RowPlace = { table: string; row: number; column: number; control: number; text: string | null }

const CONTROLS = 'a[href], button, input'
const controlsOf = (cell: Element) => [...cell.querySelectorAll<HTMLElement>(CONTROLS)]

/** The place of what stands in a row; undefined for all else. */
export function rowPlaceOf(element: Element | null): RowPlace | undefined {
  const cell = element?.closest('td')
  const row = cell?.closest('tr')
  const table = row?.closest('table')
  if (!element || !cell || !row?.parentElement || !table) return undefined
  return {
    table: table.getAttribute('aria-label') ?? '',
    row: [...row.parentElement.children].indexOf(row),
    column: cell.cellIndex,
    control: controlsOf(cell).indexOf(element as HTMLElement),
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

function rowAt({ table, row }: RowPlace): HTMLTableRowElement | undefined {
  const selector = `table[aria-label="${CSS.escape(table)}"] > tbody > tr`
  const rows = document.querySelectorAll<HTMLTableRowElement>(selector)
  return rows[Math.min(row, rows.length - 1)]
}

function controlIn(row: HTMLTableRowElement, { column, control, text }: RowPlace): HTMLElement | undefined {
  const cell = row.cells[column]
  const found = cell && controlsOf(cell)[control]
  return found?.textContent === text ? found : undefined
}
