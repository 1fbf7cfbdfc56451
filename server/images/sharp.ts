import sharp from 'sharp'

/*
 * The only module that imports the image library, so that nothing is decoded before the loaders below are blocked, for
 * the whole process.
 *
 * Each loader is a parser of hostile bytes, and some of them (SVG, PDF) fetch files or run for minutes: only the three
 * formats that the shop accepts stay enabled.
 */
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] })

// Each picture comes once: a cache of decoded ones would use memory for nothing.
sharp.cache(false)
// Two pictures at a time, one thread each: an upload must not take the processor from the pages.
sharp.concurrency(1)

export { sharp }
