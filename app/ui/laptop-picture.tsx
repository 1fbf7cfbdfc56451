import { IMAGE_WIDTHS } from '#contract/choices.ts'

type Props = {
  image: string
  color: string
  /** Its displayed width, for the `sizes` attribute. */
  sizes: string
  /** Whether it is above the fold. */
  first?: boolean
  className?: string
}

/** The URL of one width of a picture; our own drawings have only one. */
export function widthOf(image: string, width: (typeof IMAGE_WIDTHS)[number]): string {
  return image.startsWith('/api/images/') ? `${image}?w=${width}` : image
}

/** Its widths, for the `srcset` attribute. */
export function widthsOf(image: string): string {
  return IMAGE_WIDTHS.map((width) => `${widthOf(image, width)} ${width}w`).join(', ')
}

/** A laptop's picture beside its name: 4:3, whole, with its colour in its place until it is loaded. */
export function LaptopPicture({ image, color, sizes, first = false, className = '' }: Props) {
  return (
    <img
      src={widthOf(image, 640)}
      srcSet={widthsOf(image)}
      sizes={sizes}
      width="640"
      height="480"
      alt=""
      loading={first ? 'eager' : 'lazy'}
      fetchPriority={first ? 'high' : 'auto'}
      decoding={first ? 'sync' : 'async'}
      style={{ backgroundColor: color }}
      className={`aspect-[4/3] w-full object-contain ${className}`}
    />
  )
}
