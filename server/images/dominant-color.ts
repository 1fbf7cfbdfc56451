type Bin = { count: number; red: number; green: number; blue: number }

/**
 * The most frequent colour of a picture, as `#rrggbb`: it fills the picture's place until that is loaded. Pixels are
 * grouped by rough colour (16 steps a channel), and the mean of the largest group is the answer. `pixels` are three
 * bytes each.
 */
export function dominantColor(pixels: Uint8Array): string {
  const bins = new Map<number, Bin>()
  let fullest: Bin = { count: 0, red: 0, green: 0, blue: 0 }
  for (let at = 0; at + 2 < pixels.length; at += 3) {
    const [red, green, blue] = [pixels[at]!, pixels[at + 1]!, pixels[at + 2]!]
    const key = ((red >> 4) << 8) | ((green >> 4) << 4) | (blue >> 4)
    const bin = bins.get(key) ?? { count: 0, red: 0, green: 0, blue: 0 }
    bins.set(key, bin)
    bin.count++
    bin.red += red
    bin.green += green
    bin.blue += blue
    if (bin.count > fullest.count) fullest = bin
  }
  const mean = (sum: number) =>
    Math.round(sum / Math.max(1, fullest.count))
      .toString(16)
      .padStart(2, '0')
  return `#${mean(fullest.red)}${mean(fullest.green)}${mean(fullest.blue)}`
}
