/** Other spellings of a path, which something on the way might take for another path. */
export const SPELLINGS: [string, (path: string) => string][] = [
  ['a trailing slash', (path) => `${path}/`],
  ['two trailing slashes', (path) => `${path}//`],
  ['two leading slashes', (path) => `/${path}`],
  ['a double slash inside', (path) => path.replace(/^\/(api|auth)\//, '/$1//')],
  ['upper case', (path) => path.toUpperCase()],
  [
    'an upper-case first letter',
    (path) => path.replace(/^\/(api|auth)\/(.)/, (_all, base, letter) => `/${base}/${letter.toUpperCase()}`),
  ],
  ['an encoded slash', (path) => path.replace(/^\/(api|auth)\//, '/$1%2F')],
  ['a doubly encoded slash', (path) => path.replace(/^\/(api|auth)\//, '/$1%252F')],
  [
    'an encoded letter',
    (path) =>
      path.replace(
        /^\/(api|auth)\/(.)/,
        (_all, base, letter) => `/${base}/%${letter.charCodeAt(0).toString(16)}`,
      ),
  ],
  ['a dot segment', (path) => path.replace(/^\/(api|auth)\//, '/$1/./')],
  ['an encoded dot segment', (path) => path.replace(/^\/(api|auth)\//, '/$1/%2e/')],
  ['a .. segment after a public path', (path) => path.replace(/^\/(api|auth)\//, '/$1/products/../')],
  [
    'an encoded .. segment after a public path',
    (path) => path.replace(/^\/(api|auth)\//, '/$1/products/%2e%2e/'),
  ],
  ['a path parameter at its end', (path) => `${path};x`],
  ['a path parameter inside', (path) => path.replace(/^\/(api|auth)\//, '/$1;x/')],
  ['a backslash', (path) => path.replace(/^\/(api|auth)\//, '/$1\\')],
  ['an encoded question mark', (path) => `${path}%3F`],
  ['an encoded NUL', (path) => `${path}%00`],
  ['a file extension', (path) => `${path}.json`],
  ['an encoded space', (path) => `${path}%20`],
]
