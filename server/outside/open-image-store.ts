import { join } from 'node:path'
import type { Config } from '../config.ts'
import { createDiskImageStore } from './image-store.disk.ts'
import { createS3ImageStore } from './image-store.s3.ts'
import type { ImageStore } from './image-store.ts'

/** The image store of the settings: a bucket, or the data folder, which must have pictures if it was `filled`. */
export function openImageStore(
  { s3, dataDir }: Pick<Config, 's3' | 'dataDir'>,
  { filled = false } = {},
): ImageStore {
  return shareReads(s3 ? createS3ImageStore(s3) : createDiskImageStore(join(dataDir, 'images'), { filled }))
}

/** A crowd requests the same pictures at the same moment: while a file is being read, all who want it share that read. */
function shareReads(store: ImageStore): ImageStore {
  const reading = new Map<string, ReturnType<ImageStore['read']>>()
  return {
    ...store,
    read(key) {
      const read = reading.get(key) ?? store.read(key).finally(() => reading.delete(key))
      reading.set(key, read)
      return read
    },
  }
}
