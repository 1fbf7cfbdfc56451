const parts = (color: string) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))

/** The colour `share` of the way from one to another, both `#rrggbb`. */
export function mix(from: string, to: string, share: number): string {
  const target = parts(to)
  const mixed = parts(from).map((part, index) => Math.round(part + (target[index]! - part) * share))
  return `#${mixed.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

export const lighter = (color: string, share: number): string => mix(color, '#ffffff', share)
/** Shadows are of warm graphite rather than black. */
export const darker = (color: string, share: number): string => mix(color, '#14161c', share)
