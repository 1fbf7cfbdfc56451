import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathOf } from './screen.ts'
import type { Taken } from './take-picture.ts'

/** Writes index.html: a thumbnail of every picture, next to the others of its screen, each linked to the picture. */
export function writeContactSheet(folder: string, taken: readonly Taken[]): void {
  const rows = taken.map(
    ({ screen, files, problems }) => `
<section>
<h2>${screen.name}</h2>
<p>${pathOf(screen)}${screen.as ? `, as ${screen.as}` : ''}${problems.map((one) => `<br><strong>${asHtml(one)}</strong>`).join('')}</p>
<div>${files.map((file) => `<a href="${file}"><img src="${file}" alt="${file}" loading="lazy"></a>`).join('')}</div>
</section>`,
  )
  writeFileSync(
    join(folder, 'index.html'),
    `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Screens of Clamshell</title>
<style>
body { font: 15px/1.5 system-ui; margin: 2rem; background: #888; }
div { display: flex; gap: 1rem; overflow-x: auto; align-items: flex-start; }
img { height: 22rem; background: #fff; }
strong { color: #fff; background: #a00; }
</style>
<h1>${taken.length} screens</h1>${rows.join('')}
`,
  )
}

const asHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
