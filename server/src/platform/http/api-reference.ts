import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import {
  type ApiCall,
  callsByFeature,
  Description,
  describeType,
  type FieldLine,
  listForms,
} from './api-description.ts'
import { contentSecurityPolicy } from './headers.ts'
import { escapeHtml } from './studio-head.ts'

const styles = `
:root { color-scheme: dark light; --bg: #111318; --card: #1a1d24; --line: #343944; --text: #f4f6f8; --dim: #b9bfca; --link: #6fe3f0 }
@media (prefers-color-scheme: light) { :root { --bg: #fff; --card: #f4f6f8; --line: #d3d9e2; --text: #171c26; --dim: #4a5362; --link: #075f6b } }
* { box-sizing: border-box }
body { margin: 0; background: var(--bg); color: var(--text); font: 1rem/1.5 system-ui, sans-serif }
.page { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem 5rem }
a { color: var(--link) } h1 { font-size: 2rem; margin: 1rem 0 .5rem } h2 { margin: 3rem 0 1rem; text-transform: capitalize }
h3 { font-size: 1rem; margin: 1.25rem 0 .5rem } p { color: var(--dim) } code { font: .9rem ui-monospace, monospace; overflow-wrap: anywhere }
nav ul { display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; list-style: none; padding: 0; text-transform: capitalize }
details { border: 1px solid var(--line); border-radius: .6rem; background: var(--card); margin: .5rem 0 }
summary { display: flex; flex-wrap: wrap; gap: .25rem .75rem; align-items: baseline; padding: .8rem 1rem; cursor: pointer }
summary b { min-width: 4.5rem } summary span { color: var(--dim); margin-left: auto } .body { padding: 0 1rem 1rem; overflow-x: auto }
table { border-collapse: collapse; width: 100% } th, td { text-align: left; vertical-align: top; padding: .4rem .75rem .4rem 0; border-top: 1px solid var(--line) }
th { color: var(--dim); font-weight: 500 } :focus-visible { outline: 2px solid var(--link); outline-offset: 2px }
`

const policy = contentSecurityPolicy([], [`'sha256-${createHash('sha256').update(styles).digest('base64')}'`])

/**
 * Serves `/api/docs`, the API's description for people, as one page without scripts.
 * @param base the path of the calls (`/api/v1`)
 * @param describe returns the OpenAPI description
 */
export function mountApiReference(app: FastifyInstance, base: string, describe: () => Promise<unknown>) {
  let page: Promise<string> | null = null
  app.get('/api/docs', async (_request, reply) => {
    page ??= describe().then((description) => drawPage(Description.parse(description), base))
    reply.headers({ 'content-security-policy': policy, 'cache-control': 'no-cache', vary: 'accept-encoding' })
    return reply.type('text/html; charset=utf-8').send(await page)
  })
}

function drawPage(description: Description, base: string): string {
  const features = [...callsByFeature(description)]
  const links = features.map(([feature]) => `<li><a href="#${feature}">${wordsOf(feature)}</a></li>`).join('')
  const parts = features.map(([feature, calls]) => drawFeature(feature, calls, base)).join('')
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference - StudioHub</title><meta name="description" content="Every call of the StudioHub API.">
<link rel="icon" href="/favicon.svg" type="image/svg+xml"><style>${styles}</style></head>
<body><main class="page"><a href="/docs/api">Back to the documentation</a><h1>API reference</h1>
<p>All calls begin with <code>${base}</code>. For your own tools: <a href="${base}/openapi.json">openapi.json</a>.
How to sign in, page through lists and read errors is in <a href="/docs/api">the article on the API</a>.</p>
<nav aria-label="Features"><ul>${links}</ul></nav>${parts}</main></body></html>`
}

const wordsOf = (name: string) => escapeHtml(name.replace(/([A-Z])/g, ' $1').toLowerCase())

const drawFeature = (feature: string, calls: readonly ApiCall[], base: string) =>
  `<section aria-labelledby="${feature}"><h2 id="${feature}">${wordsOf(feature)}</h2>${calls.map((call) => drawCall(call, base)).join('')}</section>`

function drawCall({ method, path, operationId, parameters, requestBody, responses }: ApiCall, base: string): string {
  const parameterRows = parameters.map((parameter) => ({
    name: parameter.name,
    type: `${describeType(parameter.schema)} (${parameter.in})`,
    required: parameter.required ?? false,
  }))
  const statuses = Object.keys(responses).sort()
  const answers = statuses.filter((status) => status < '400')
  const parts = [
    parameterRows.length > 0 ? `<h3>Parameters</h3>${drawLines(parameterRows)}` : '',
    drawBody('Send', requestBody?.content),
    ...answers.map((status) => drawBody(`Answer ${status}`, responses[status]?.content)),
    `<h3>Errors</h3><p>${statuses.filter((status) => status >= '400').join(', ')}</p>`,
  ]
  return `<details id="${escapeHtml(operationId)}"><summary><b>${method}</b><code>${escapeHtml(base + path)}</code><span>${wordsOf(operationId.split('.').slice(1).join(' '))}</span></summary><div class="body">${parts.join('')}</div></details>`
}

type Content = NonNullable<ApiCall['requestBody']>['content']

function drawBody(title: string, content: Content): string {
  const shape = Object.values(content ?? {})[0]?.schema
  if (!shape) return ''
  const forms = listForms(shape)
  const drawn = forms.length > 0 ? forms.map(drawLines).join('<p>or</p>') : `<p>${escapeHtml(describeType(shape))}</p>`
  return `<h3>${title}</h3>${drawn}`
}

function drawLines(lines: readonly FieldLine[]): string {
  const rows = lines.map(
    ({ name, type, required }) =>
      `<tr><td><code>${escapeHtml(name)}</code></td><td>${escapeHtml(type)}</td><td>${required ? 'yes' : 'no'}</td></tr>`,
  )
  return `<table><thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Required</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}
