import { html } from 'hono/html'
import { PROBLEM_KINDS } from '#contract/problem-kinds.ts'
import type { Api } from './http/serve.ts'
import { openApiDocument } from './openapi.ts'

type Schema = {
  $ref?: string
  type?: string | string[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  enum?: unknown[]
  description?: string
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  default?: unknown
  example?: unknown
  allOf?: Schema[]
  anyOf?: Schema[]
}
type Content = { content?: Record<string, { schema?: Schema }> }
type Parameter = { name: string; in: string; required?: boolean; description?: string; schema: Schema }
type Answer = Content & { description?: string; headers?: Record<string, { description?: string }> }
type Operation = {
  summary?: string
  tags?: string[]
  security?: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: Content
  responses: Record<string, Answer>
}
type OpenApiDocument = {
  info: { title: string; description?: string }
  servers?: { url: string }[]
  tags?: { name: string }[]
  paths?: Record<string, Record<string, Operation>>
  components?: {
    schemas?: Record<string, Schema>
    securitySchemes?: Record<string, { description?: string }>
  }
}

type Html = ReturnType<typeof html>

const PAGE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
}

/** What the calls are, for programs and for people. */
export function apiDocsRoutes(calls: Api): void {
  // Made on first request: it takes as long as a tenth of a start.
  let made: { document: ReturnType<typeof openApiDocument>; page: Promise<string> } | undefined
  function describe() {
    if (made) return made
    const document = openApiDocument(calls)
    made = { document, page: apiDocsPage(document as OpenApiDocument) }
    return made
  }
  calls.get('/openapi.json', (c) => c.json(describe().document))
  calls.get('/docs', async (c) => c.html(await describe().page, 200, PAGE_HEADERS))
}

/** The OpenAPI document as one page that needs no script: every call, every shape, every problem. */
async function apiDocsPage(document: OpenApiDocument): Promise<string> {
  const groups = (document.tags ?? []).map(
    ({ name }) =>
      html`<h3 id="${idOf(name)}">${name}</h3>${callsOf(document, name).map((call) => callSection(...call))}`,
  )
  const contents = [
    ...(document.tags ?? []).map(({ name }) => html`<a href="#${idOf(name)}">${name}</a>`),
    html`<a href="#shapes">Shapes</a>`,
    html`<a href="#problems">Problems</a>`,
  ]
  const ways = Object.entries(document.components?.securitySchemes ?? {}).map(
    ([name, { description }]) => html`<li><code>${name}</code>: ${prose(description)}</li>`,
  )
  const shapes = Object.entries(document.components?.schemas ?? {}).map(
    ([name, schema]) =>
      html`<section id="shape-${name}"><h3>${name}</h3>${schema.description && html`<p>${prose(schema.description)}</p>`}${nameOf(schema)}</section>`,
  )
  const problems = Object.entries(PROBLEM_KINDS).map(
    ([code, [status, title]]) =>
      html`<tr id="problem-${code}"><td><code>${code}</code></td><td>${status}</td><td>${title}</td></tr>`,
  )
  const page =
    await html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${document.info.title}</title><link rel="stylesheet" href="/api-docs.css"></head><body><main>
<h1>${document.info.title}</h1><p>${prose(document.info.description)}</p>
<p>The paths of calls stand below <code>${document.servers?.[0]?.url}</code>, but for those of signing in. The same for programs: <a href="/api/openapi.json">OpenAPI 3.1</a>.</p>
<nav aria-label="Contents">${joined(contents, ' · ')}</nav>
<h2>Signing in</h2><ul id="signing-in">${ways}</ul>
<h2>Calls</h2>${groups}
<h2 id="shapes">Shapes</h2>${shapes}
<h2 id="problems">Problems</h2><table><thead><tr><th>Code</th><th>Status</th><th>Meaning</th></tr></thead><tbody>${problems}</tbody></table>
</main></body></html>`
  return String(page)
}

const idOf = (group: string) => `calls-${group.toLowerCase().replaceAll(' ', '-')}`

function callsOf({ paths = {} }: OpenApiDocument, group: string): [string, string, Operation][] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags }]) => tags?.includes(group))
      .map(([method, operation]): [string, string, Operation] => [method, path, operation]),
  )
}

function callSection(method: string, path: string, operation: Operation): Html {
  const parameters = (operation.parameters ?? []).map(
    ({ name, in: part, required, schema, description }) =>
      html`<li><code>${name}</code> in ${part}${required ? ', required' : ''}: ${nameOf(schema)}${description && html`. ${prose(description)}`}</li>`,
  )
  const answers = Object.entries(operation.responses).map(
    ([status, answer]) =>
      html`<li><b>${status}</b> ${prose(answer.description)} ${shapeOf(answer)}${headersOf(status, answer)}</li>`,
  )
  return html`<section><h4><code>${method.toUpperCase()} ${path}</code></h4>
<p>${operation.summary}. ${whoMay(operation)}</p>
${parameters.length > 0 && html`<ul>${parameters}</ul>`}${operation.requestBody && html`<p>Body: ${shapeOf(operation.requestBody)}</p>`}
<ul>${answers}</ul></section>
`
}

/** In OpenAPI, a call is allowed with any one of these, and by the roles it names; an empty one needs nothing. */
function whoMay({ security = [] }: Operation): string {
  if (security.length === 0) return 'Open to everyone.'
  const forGuests = security.some((shown) => Object.keys(shown).length === 0)
  const [role] = security.flatMap(({ bearer = [] }) => bearer)
  const signedIn = security.some(({ session }) => session)
    ? 'With the session cookie'
    : `Signed in${role ? ` as ${role}` : ''}`
  return `${signedIn}${forGuests ? ', or as a guest.' : ' only.'}`
}

function shapeOf({ content = {} }: Content): Html {
  return joined(
    Object.entries(content).map(
      ([type, { schema }]) =>
        schema && html`${/json$/.test(type) ? '' : html`<code>${type}</code> `}${nameOf(schema)}`,
    ),
    ' or ',
  )
}

/** The headers of a success. Refusals have Retry-After alone, of which the description of the document tells. */
function headersOf(status: string, { headers = {} }: Answer): Html | undefined {
  if (!status.startsWith('2') || Object.keys(headers).length === 0) return undefined
  const rows = Object.entries(headers).map(
    ([name, { description }]) => html`<li><code>${name}</code>: ${prose(description)}</li>`,
  )
  return html`<ul>${rows}</ul>`
}

function nameOf(schema: Schema): Html {
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1)
    return html`<a href="#shape-${name}">${name}</a>`
  }
  if (schema.allOf) return joined(schema.allOf.map(nameOf), ' and ')
  if (schema.anyOf) return joined(schema.anyOf.map(nameOf), ' or ')
  if (schema.items) return html`list of ${nameOf(schema.items)}`
  if (schema.properties) return properties(schema)
  const values = schema.enum?.map((value) => html`<code>${String(value)}</code>`)
  return html`${values ? joined(values, ' | ') : joined([schema.type].flat(), ' or ')}${boundsOf(schema)}`
}

/** What a value must be like, beside its type. */
function boundsOf(schema: Schema): Html {
  const { format, pattern, minLength, maxLength, minimum, maximum, default: usual, example } = schema
  const parts = [
    format,
    maxLength !== undefined && `${minLength ? `${minLength} to` : 'at most'} ${maxLength} characters`,
    minimum !== undefined && `${minimum} to ${maximum}`,
    pattern !== undefined && html`matching <code>${pattern}</code>`,
    usual !== undefined && html`<code>${String(usual)}</code> if left out`,
    example !== undefined && html`such as <code>${String(example)}</code>`,
  ].filter((part) => part !== undefined && part !== false)
  return html`${parts.map((part) => [', ', part])}`
}

/** A description. In OpenAPI these are Markdown; of that, they have code only, such as the codes of problems. */
const prose = (description = ''): Html =>
  html`${description.split('`').map((part, i) => (i % 2 ? codeOf(part) : part))}`

const codeOf = (text: string): Html =>
  Object.hasOwn(PROBLEM_KINDS, text)
    ? html`<a href="#problem-${text}"><code>${text}</code></a>`
    : html`<code>${text}</code>`

/** The parts with a separator between them; `html` writes the items of a list one after another. */
function joined(parts: (Html | string | undefined)[], separator: string): Html {
  return html`${parts.flatMap((part, index) => (index > 0 ? [separator, part] : [part]))}`
}

function properties({ properties = {}, required = [] }: Schema): Html {
  const rows = Object.entries(properties).map(
    ([name, schema]) =>
      html`<li><code>${name}</code>${required.includes(name) ? '' : ' (optional)'}: ${nameOf(schema)}${schema.description && html`. ${prose(schema.description)}`}</li>`,
  )
  return html`<ul>${rows}</ul>`
}
