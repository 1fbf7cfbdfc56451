import type { ReactNode } from 'react'
import { LaptopPicture } from '../ui/laptop-picture.tsx'
import { useKeyboardPlace } from '../use-keyboard-place.ts'

export type Column<Row> = {
  label: string
  /** The content of the column's head in place of the label. */
  head?: ReactNode
  cell: (row: Row) => ReactNode
  /** The alignment: figures to the right, a row's action at its end. */
  align?: 'right'
  /** On phones: its place in the head of the card. Columns without one are below, with their label. */
  top?: 'select' | 'picture' | 'title' | 'action'
  /** On phones: text of several lines, which begin at the left, below the label. */
  isProse?: true
}

/** A laptop's picture: its cell has its size before the picture is loaded. */
export const PICTURE_COLUMN: Column<{ image: string; imageColor: string }> = {
  label: 'Image',
  top: 'picture',
  cell: ({ image, imageColor }) => (
    <LaptopPicture image={image} color={imageColor} sizes="96px" className="row-picture rounded-lg" />
  ),
}

type Props<Row> = { label: string; columns: readonly Column<Row>[]; rows: readonly Row[] }

/**
 * A table on wide screens; below 640 px a stack of cards, each with a head and then labelled values. With pictures of
 * laptops, the class `row-name` marks what is beside the picture there: the rest of the title is below it.
 */
export function DataTable<Row extends { _id: string }>({ label, columns, rows }: Props<Row>) {
  const keyboard = useKeyboardPlace(rows)
  const isOfLaptops = columns.some(({ label }) => label === PICTURE_COLUMN.label)
  return (
    <div className="@container">
      <table className={`data-table ${isOfLaptops ? 'of-laptops' : ''}`} aria-label={label} {...keyboard}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.label} scope="col" data-align={column.align}>
                {column.head ?? column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row._id}>
              {columns.map((column) => (
                <td
                  key={column.label}
                  data-label={column.label}
                  data-align={column.align}
                  data-top={column.top}
                  data-prose={column.isProse}
                >
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The placeholder for the rows, `height` pixels high if their height is known. */
export function TableSkeleton({ label, height = 0 }: { label: string; height?: number }) {
  const rows = Math.max(3, Math.round(height / 108))
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">{label}</span>
      {Array.from({ length: rows }, (_, row) => `row ${row}`).map((key) => (
        <div key={key} className="skeleton min-h-24" />
      ))}
    </div>
  )
}
