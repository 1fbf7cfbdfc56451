/** Reads the body of a request or an answer; undefined if it is longer than `most` bytes, of which no more is read. */
export async function readAtMost(
  { body }: Pick<Body, 'body'>,
  most: number,
): Promise<Buffer<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body ?? []) {
    length += chunk.byteLength
    if (length > most) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, length)
}
