import type { Locator } from '@playwright/test'

/** The name that a reader would give to the colour of an element's text, or of its background. */
export function hueOf(locator: Locator, property: 'color' | 'background-color'): Promise<string> {
  return locator.evaluate((element, asked) => {
    const canvas = document.createElement('canvas').getContext('2d')
    if (!canvas) throw new Error('There is no canvas.')
    canvas.fillStyle = getComputedStyle(element).getPropertyValue(asked)
    canvas.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data
    if (red > 1.5 * Math.max(green, blue)) return 'red'
    return green > 1.5 * Math.max(red, blue) ? 'green' : `rgb(${red}, ${green}, ${blue})`
  }, property)
}

/** The contrast between a colour of an element, or of its `::after`, and its background: 1 to 21, as WCAG counts. */
export function contrastOf(
  locator: Locator,
  property: 'color' | 'background-color',
  pseudo?: '::after',
): Promise<number> {
  return locator.evaluate(
    (element, [asked, part]) => {
      const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
      if (!canvas) throw new Error('There is no canvas.')
      const lightness = (...colors: string[]) => {
        // Layered one over the other, in painting order.
        for (const color of colors) {
          canvas.fillStyle = color
          canvas.fillRect(0, 0, 1, 1)
        }
        const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((byte) =>
          byte <= 10 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4,
        )
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue
      }
      const around: string[] = []
      for (let one = element.parentElement; one; one = one.parentElement)
        around.unshift(getComputedStyle(one).backgroundColor)
      const behind = lightness(...around)
      const own = lightness(...around, getComputedStyle(element, part).getPropertyValue(asked))
      return (Math.max(own, behind) + 0.05) / (Math.min(own, behind) + 0.05)
    },
    [property, pseudo] as const,
  )
}
