import { PersonIcon } from './icons.tsx'
import { widthOf } from './laptop-picture.tsx'

/** A person's photo, or the default one. Their name is beside it. */
export function Avatar({ image, className = 'size-9' }: { image: string | null; className?: string }) {
  return (
    <span
      className={`${className} inline-grid shrink-0 place-items-center overflow-hidden rounded-full align-middle border border-line bg-sunken text-muted`}
    >
      {image ? (
        <img src={widthOf(image, 320)} alt="" width="96" height="96" className="size-full object-cover" />
      ) : (
        <PersonIcon className="size-3/5" />
      )}
    </span>
  )
}
