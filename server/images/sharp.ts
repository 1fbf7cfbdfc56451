import sharp from 'sharp'

/*
 * The one door to the picture library: every file that uses it imports it from here, so that nothing is
 * decoded before the doors below are closed. They are closed for the whole process.
 *
 * Each loader is a parser of hostile bytes, and some of them (SVG, PDF) fetch files or run for minutes:
 * only the three kinds that the shop takes stay open.
 */
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] })

// Pictures come once each: a cache of decoded ones would hold memory for nothing.
sharp.cache(false)
// Two pictures at a time, one thread each: a seller's upload must not take the pages' processor.
sharp.concurrency(1)

export { sharp }
