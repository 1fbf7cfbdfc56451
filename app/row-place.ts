/** Where the keyboard stands among the rows of a table: which table, which row, which of the row's controls. */
export type RowPlace = { table: string; row: number; control: number }

const CONTROLS = 'a[href], button, input'
const controlsOf = (row: Element) => [...row.querySelectorAll<HTMLElement>(CONTROLS)]

/** The place of what stands in a row; undefined for all else. */
export function rowPlaceOf(element: Element | null): RowPlace | undefined {
  const row = element?.closest('tbody > tr')
  const table = row?.closest('table')
  if (!row?.parentElement || !table) return undefined
  return {
    table: table.getAttribute('aria-label') ?? '',
    row: [...row.parentElement.children].indexOf(row),
    control: controlsOf(row).indexOf(element as HTMLElement),
  }
}

/**
 * Puts the keyboard to the same action of the row that took this place, else of the last row; where there is none, or
 * no place, on the page's heading: what was pressed may be gone, and the browser would begin anew at the page's top.
 */
export function focusRowPlace(place?: RowPlace): void {
  const heading = document.querySelector<HTMLElement>('main h1')
  if (heading) heading.tabIndex = -1
  const target = (place && controlAt(place)) ?? heading
  target?.focus()
}

function controlAt({ table, row, control }: RowPlace): HTMLElement | undefined {
  const rows = document.querySelectorAll(`table[aria-label="${CSS.escape(table)}"] > tbody > tr`)
  const near = rows[Math.min(row, rows.length - 1)]
  const controls = near ? controlsOf(near) : []
  return controls[Math.min(control, controls.length - 1)] ?? controls[0]
}
