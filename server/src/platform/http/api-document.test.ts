import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { findDocumentErrors, findSchemaError } from '@studiohub/testing/api-document.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findBreakingChanges, readApiSurface } from './api-breaks.ts'

let server: TestServer
let document: ReturnType<typeof JSON.parse>
beforeAll(async () => {
  server = await startServer()
  document = await (await fetch(`${server.url}/api/v1/openapi.json`)).json()
})
afterAll(() => server.stop())

type Media = { schema: object; example?: unknown }

/** Each JSON body of the OpenAPI document, with the name of its call. */
function* bodies(): Generator<[name: string, body: Media]> {
  for (const path of Object.values<Record<string, ReturnType<typeof JSON.parse>>>(document.paths))
    for (const { operationId, requestBody, responses } of Object.values(path)) {
      const json = requestBody?.content?.['application/json']
      if (json) yield [`${operationId} sends`, json]
      for (const [status, { content }] of Object.entries<{ content?: Record<string, Media> }>(responses))
        if (status.startsWith('2') && content?.['application/json'])
          yield [`${operationId} answers`, content['application/json']]
    }
}

test('two independent validators accept the OpenAPI document', async () => {
  expect(await findDocumentErrors(document)).toEqual([])
}, 60_000)

test('each body has an example that is valid for its schema', () => {
  const faults: string[] = []
  let count = 0
  for (const [name, { schema, example }] of bodies()) {
    count += 1
    const mismatch = example === undefined ? 'no example' : findSchemaError(schema, example)
    if (mismatch) faults.push(`${name}: ${mismatch}`)
  }
  expect(faults).toEqual([])
  expect(count).toBeGreaterThan(390)
}, 60_000)

test('no change breaks a client that was written for the last release', () => {
  const file = resolve(import.meta.dirname, '../../../../docs/released-api.json')
  expect(findBreakingChanges(JSON.parse(readFileSync(file, 'utf8')), readApiSurface(document))).toEqual([])
})
