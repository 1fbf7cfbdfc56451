/*
 * Lists the most common passwords in server/sign-in/common-passwords.txt: `npm run list-common-passwords`. Run it
 * again, and commit its file, after changing the package that they are taken from.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { dictionary } from '@zxcvbn-ts/language-common'
import { LEAST_PASSWORD } from '#contract/limits.ts'

/** Counted among those that the form accepts. OWASP's ASVS 5.0 (6.2.4) asks for 3,000. */
const MOST = 10_000

/** The file's text: its source, and one password per line, the most common first. */
export async function listCommonPasswords() {
  const licence = await readFile(new URL('../LICENSE.txt', import.meta.resolve('@zxcvbn-ts/language-common')))
  const head = [
    `The ${MOST} most common passwords of ${LEAST_PASSWORD} characters and more, from the npm package`,
    '@zxcvbn-ts/language-common, made by `npm run list-common-passwords`. That package is licensed so:',
    '',
    ...String(licence).trim().split('\n'),
  ]
  const passwords = dictionary['passwords-common']
    .filter((one) => one.length >= LEAST_PASSWORD)
    .slice(0, MOST)
  return [...head.map((line) => `# ${line}`.trim()), ...passwords, ''].join('\n')
}

if (import.meta.main)
  await writeFile(
    new URL('../server/sign-in/common-passwords.txt', import.meta.url),
    await listCommonPasswords(),
  )
