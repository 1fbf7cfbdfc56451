import { Labelled } from '../forms/field.tsx'

/** How many characters of a name fit in a line of the narrowest phone. */
const IN_A_LINE = 26

/** The read-only name of the ordered laptop. A long one takes several lines: an input would cut it. */
export const ProductName = ({ name, className }: { name: string; className: string }) => (
  <Labelled label="Product Name" className={className}>
    {(told) => (
      <textarea
        {...told}
        value={name}
        readOnly
        // For browsers that do not know `field-sizing`.
        rows={Math.ceil(name.length / IN_A_LINE)}
        className="textarea whole-text"
      />
    )}
  </Labelled>
)
