import { callAs } from '@studiohub/testing/http.ts'
import { aStudio } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

test('only under its own name is a stylesheet kept for ever: nobody can make caches keep it under a name to come', async () => {
  const { studio } = await aStudio(server)
  const visitor = callAs(server.url, null)
  const { brand_css } = (await visitor.get(`/public/studios/resolve?slug=${studio.slug}`)).body
  const own = await visitor.request('GET', brand_css)
  expect(own.headers.get('content-type')).toBe('text/css; charset=utf-8')
  expect(own.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  const other = await visitor.request('GET', `/brand/${studio.id}-zzzzzz.css`)
  expect({ status: other.status, text: other.text }).toEqual({ status: 200, text: own.text })
  expect(other.headers.get('cache-control')).toBe('no-cache')
})
