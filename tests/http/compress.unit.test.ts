import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { compress } from '#server/http/compress.ts'
import { collectGarbage } from '#tests/support/collect-garbage.ts'

const LENGTH = 100_000
const DECOMPRESS = { br: brotliDecompressSync, gzip: gunzipSync }
const page = (text: string, length = LENGTH) => Buffer.alloc(length, text)

test.for([
  ['br', 2_000],
  ['br', LENGTH],
  ['gzip', 2_000],
  ['gzip', LENGTH],
] as const)('%s, %i bytes: decompresses to the original, and is smaller', async ([encoding, length]) => {
  const text = page('a used laptop ', length)
  const compressed = await compress(text, encoding)
  expect(compressed.length).toBeLessThan(length / 20)
  expect(DECOMPRESS[encoding](compressed).equals(text)).toBe(true)
})

test.for(['br', 'gzip'] as const)(
  '%s: the memory of a compressed page is freed by minor garbage collections',
  async (encoding) => {
    const held = () => {
      collectGarbage({ type: 'minor' })
      return process.memoryUsage().arrayBuffers
    }
    // Buffers from before must not be freed during the test.
    collectGarbage({ type: 'major' })
    const before = held()
    for (let n = 0; n < 40; n++) await compress(page(`${n} `), encoding)
    await expect.poll(() => (held() - before) / 40).toBeLessThan(LENGTH / 2)
  },
)
