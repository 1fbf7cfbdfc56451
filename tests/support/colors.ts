import type { Locator } from '@playwright/test'

/** What a reader would call the colour of an element's text, or of what is behind it. */
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
