import { escapeHtml } from './escape-html.ts'
import type { Api } from './http/serve.ts'
import { openApiDocument } from './openapi.ts'
import { PROBLEM_CODES } from './problems.ts'

type Schema = {
  $ref?: string
  type?: string | string[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  enum?: unknown[]
  description?: string
  allOf?: Schema[]
  anyOf?: Schema[]
}
type Content = { content?: Record<string, { schema?: Schema }> }
type Operation = {
  summary?: string
  security?: object[]
  parameters?: { name: string; in: string; required?: boolean; description?: string }[]
  requestBody?: Content
  responses: Record<string, Content & { description?: string }>
}
type OpenApiDocument = {
  info: { title: string; description?: string }
  paths?: Record<string, Record<string, Operation>>
  components?: { schemas?: Record<string, Schema> }
}

const PAGE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
}

/** What the calls are, for programs and for people. */
export function apiDocsRoutes(calls: Api): void {
  // Made on first request: it takes as long as a tenth of a start.
  let made: { document: ReturnType<typeof openApiDocument>; page: string } | undefined
  function describe() {
    if (made) return made
    const document = openApiDocument(calls)
    made = { document, page: apiDocsPage(document as OpenApiDocument) }
    return made
  }
  calls.get('/openapi.json', (c) => c.json(describe().document))
  calls.get('/docs', (c) => c.html(describe().page, 200, PAGE_HEADERS))
}

/** The OpenAPI document as one page that needs no script: every call, every shape, every problem. */
function apiDocsPage(document: OpenApiDocument): string {
  const calls = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => callSection(method, path, operation)),
  )
  const shapes = Object.entries(document.components?.schemas ?? {}).map(
    ([name, schema]) => `<section id="shape-${name}"><h3>${name}</h3>${nameOf(schema)}</section>`,
  )
  const problems = PROBLEM_CODES.map(
    ({ code, status, title }) =>
      `<tr id="problem-${code}"><td><code>${code}</code></td><td>${status}</td><td>${escapeHtml(title)}</td></tr>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(document.info.title)}</title><link rel="stylesheet" href="/api-docs.css"></head><body><main>
<h1>${escapeHtml(document.info.title)}</h1><p>${escapeHtml(document.info.description ?? '')}</p>
<p>The same for programs: <a href="/api/openapi.json">OpenAPI 3.1</a>.</p>
<h2>Calls</h2>${calls.join('\n')}
<h2>Shapes</h2>${shapes.join('\n')}
<h2>Problems</h2><table><thead><tr><th>Code</th><th>Status</th><th>Meaning</th></tr></thead><tbody>${problems.join('\n')}</tbody></table>
</main></body></html>`
}

function callSection(method: string, path: string, operation: Operation): string {
  const parameters = (operation.parameters ?? []).map(
    (parameter) =>
      `<li><code>${parameter.name}</code> in ${parameter.in}${parameter.required ? ', required' : ''}${parameter.description ? `: ${escapeHtml(parameter.description)}` : ''}</li>`,
  )
  const answers = Object.entries(operation.responses).map(
    ([status, answer]) =>
      `<li><b>${status}</b> ${escapeHtml(answer.description ?? '')} ${shapeOf(answer)}</li>`,
  )
  return `<section><h3><code>${method.toUpperCase()} ${escapeHtml(path)}</code></h3>
<p>${escapeHtml(operation.summary ?? '')}. ${whoMay(operation)}</p>
${parameters.length ? `<ul>${parameters.join('')}</ul>` : ''}${operation.requestBody ? `<p>Body: ${shapeOf(operation.requestBody)}</p>` : ''}
<ul>${answers.join('')}</ul></section>`
}

/** In OpenAPI, a call is allowed with any one of these; an empty one needs nothing. */
function whoMay({ security = [] }: Operation): string {
  if (security.length === 0) return 'Open to everyone.'
  const forGuests = security.some((shown) => Object.keys(shown).length === 0)
  return forGuests ? 'Signed in, or as a guest.' : 'Signed in only.'
}

function shapeOf({ content = {} }: Content): string {
  return Object.values(content)
    .map(({ schema }) => (schema ? nameOf(schema) : ''))
    .join(' or ')
}

function nameOf(schema: Schema): string {
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1)
    return `<a href="#shape-${name}">${name}</a>`
  }
  if (schema.allOf) return schema.allOf.map(nameOf).join(' and ')
  if (schema.anyOf) return schema.anyOf.map(nameOf).join(' or ')
  if (schema.items) return `list of ${nameOf(schema.items)}`
  if (schema.enum) return schema.enum.map((value) => `<code>${escapeHtml(String(value))}</code>`).join(' | ')
  if (schema.properties) return properties(schema)
  return [schema.type ?? ''].flat().join(' or ')
}

function properties({ properties = {}, required = [] }: Schema): string {
  const rows = Object.entries(properties).map(
    ([name, schema]) =>
      `<li><code>${name}</code>${required.includes(name) ? '' : ' (optional)'}: ${nameOf(schema)}${schema.description ? ` ${escapeHtml(schema.description)}` : ''}</li>`,
  )
  return `<ul>${rows.join('')}</ul>`
}
