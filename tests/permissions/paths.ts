/** Other spellings of a path, which something on the way might take for another path. */
export const SPELLINGS: [string, (path: string) => string][] = [
  ['a slash at its end', (path) => `${path}/`],
  ['two slashes at its end', (path) => `${path}//`],
  ['two slashes before it', (path) => `/${path}`],
  ['two slashes within it', (path) => path.replace(/^\/(api|auth)\//, '/$1//')],
  ['upper case', (path) => path.toUpperCase()],
  [
    'an upper first letter',
    (path) => path.replace(/^\/(api|auth)\/(.)/, (_all, base, letter) => `/${base}/${letter.toUpperCase()}`),
  ],
  ['an encoded slash', (path) => path.replace(/^\/(api|auth)\//, '/$1%2F')],
  ['a twice encoded slash', (path) => path.replace(/^\/(api|auth)\//, '/$1%252F')],
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
  ['a way in and out of a public path', (path) => path.replace(/^\/(api|auth)\//, '/$1/products/../')],
  ['an encoded way out of a public path', (path) => path.replace(/^\/(api|auth)\//, '/$1/products/%2e%2e/')],
  ['a parameter in the path', (path) => `${path};x`],
  ['a parameter within the path', (path) => path.replace(/^\/(api|auth)\//, '/$1;x/')],
  ['a backslash', (path) => path.replace(/^\/(api|auth)\//, '/$1\\')],
  ['an encoded question mark', (path) => `${path}%3F`],
  ['a NUL', (path) => `${path}%00`],
  ['an ending', (path) => `${path}.json`],
  ['a space', (path) => `${path}%20`],
]
