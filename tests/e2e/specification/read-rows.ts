import type { Locator } from '@playwright/test'

/**
 * The rows of the list in `main`: the text of each cell, and which picture is in the cell with this index, or that it
 * is the default one.
 */
export function readRows(main: Locator, pictureCell = 0) {
  return main.locator('tbody tr').evaluateAll(
    (rows, place) =>
      rows.map((row) => {
        const cells = [...row.querySelectorAll('td')]
        const picture = cells[place]?.querySelector('img')?.getAttribute('src')?.split('?')[0]
        const texts = cells.map((cell) => cell.textContent)
        return { picture: picture ?? (cells[place]?.querySelector('svg') ? 'default' : 'none'), texts }
      }),
    pictureCell,
  )
}
