import { invalid } from './problems.ts'

export type FormTree = { [name: string]: string | FormTree }

const DEEPEST = 6
/** Far more than any request has: the place of one that is written `a[]` is counted anew for each. */
const MOST = 1_000
const name = /^([^[\]]+)((?:\[[^[\]]*\])*)$/

/** A tree without a prototype, so that no name a stranger sends means anything of its own. */
function emptyTree(): FormTree {
  return Object.create(null) as FormTree
}

/**
 * Reads form-encoded text the way the provider does: `a[b][c]=1` nests, `a[]=1` and `a[0]=1` make lists
 * (trees whose names are the places). 400 for names that do not parse or contradict each other, and for too many.
 */
export function parseForm(text: string): FormTree {
  const root = emptyTree()
  const parameters = new URLSearchParams(text)
  if (parameters.size > MOST) throw invalid('Invalid request: too many parameters.')
  for (const [key, value] of parameters) {
    // No text column can hold this character, and nothing a person means contains it.
    if (`${key}${value}`.includes('\0')) throw invalid('Invalid request: a parameter contains a null byte.')
    const match = name.exec(key)
    const path = match ? [match[1]!, ...[...match[2]!.matchAll(/\[([^\]]*)\]/g)].map((part) => part[1]!)] : []
    if (path.length === 0 || path.length > DEEPEST)
      throw invalid('Invalid request: unreadable parameter name.')
    put(root, path, value)
  }
  return root
}

function put(root: FormTree, path: string[], value: string): void {
  let tree = root
  path.forEach((part, depth) => {
    const place = part === '' ? String(Object.keys(tree).length) : part
    if (depth === path.length - 1) {
      tree[place] = value
      return
    }
    const next = tree[place] ?? emptyTree()
    if (typeof next === 'string') throw invalid('Invalid request: a parameter is both a value and a group.')
    tree[place] = next
    tree = next
  })
}

/** The same tree with its names in order, as text: equal for equal parameters. */
export function canonicalForm(tree: FormTree): string {
  return JSON.stringify(tree, (_name, value) =>
    value && typeof value === 'object'
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
}
