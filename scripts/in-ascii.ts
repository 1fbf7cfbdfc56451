import type { Plugin } from 'vite'

/**
 * Writes the build for Node in ASCII. With any other character in a file V8 stores all of its text with two bytes per
 * character. The script that React Router extracts from the built pages into each page would make the page's text two
 * bytes wide, too, and rendering it would take half as long again.
 */
export const IN_ASCII: Plugin = {
  name: 'in-ascii',
  applyToEnvironment: ({ name }) => name === 'ssr',
  generateBundle(_, files) {
    for (const file of Object.values(files)) if (file.type === 'chunk') file.code = inAscii(file.code)
  },
}

const inAscii = (code: string) =>
  code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
