import { expect, test } from 'vitest'
import { type CallContext, createRequest, readBody } from './api-request.ts'
import { describeError } from './describe-error.ts'

const request = (route: string, input: unknown, context: CallContext = {}) =>
  createRequest(route, input, { base: 'https://hub.example/api/v1', context })

test('fields named in the path go into it, and the other fields of a GET go into the query', () => {
  const input = { id: 'a/b', from: '2027-01-01', kinds: ['room', 'gear'], range: { to: 3 }, cursor: undefined, q: null }
  const { url, method, body } = request('GET /studios/{id}/bookings', input)
  expect(method).toBe('GET')
  expect(body).toBeNull()
  const { pathname, searchParams } = new URL(url)
  expect(pathname).toBe('/api/v1/studios/a%2Fb/bookings')
  expect(Object.fromEntries(searchParams)).toEqual({
    from: '2027-01-01',
    'kinds[0]': 'room',
    'kinds[1]': 'gear',
    'range[to]': '3',
  })
})

test('the other fields of a change are sent as JSON, and without other fields there is no body', async () => {
  const change = request('PATCH /bookings/{id}', { id: 'one', notes: null, days: 2 })
  expect(new URL(change.url).pathname).toBe('/api/v1/bookings/one')
  expect(change.headers.get('content-type')).toBe('application/json')
  expect(await change.json()).toEqual({ notes: null, days: 2 })
  const step = request('POST /bookings/{id}/confirm', { id: 'one' })
  expect([step.body, step.headers.get('content-type')]).toEqual([null, null])
  expect(await request('POST /bookings', {}).json()).toEqual({})
})

test('a file is sent in a form with the other fields', async () => {
  const file = new File(['text'], 'notes.txt', { type: 'text/plain' })
  const form = await request('POST /cards/{id}/files', { id: 'one', file, title: 'Notes' }).formData()
  expect([...form.keys()]).toEqual(['file', 'title'])
  expect(form.get('file')).toMatchObject({ name: 'notes.txt' })
})

test('idempotency keys and entity tags are sent as headers', () => {
  const { headers } = request('POST /bookings', {}, { idempotencyKey: 'once', etag: '"seen"' })
  expect([headers.get('idempotency-key'), headers.get('if-none-match')]).toEqual(['once', '"seen"'])
})

test('a response is JSON, a named file or nothing, and a page of a proxy counts as a lost connection', async () => {
  expect(await readBody(new Response('{"id":1}'))).toEqual({ id: 1 })
  expect(await readBody(new Response(null, { status: 204 }))).toBeUndefined()
  const disposition = `attachment; filename="x.csv"; filename*=utf-8''Bookings%20%C3%A4.csv`
  const file = await readBody(new Response('a,b', { headers: { 'content-disposition': disposition } }))
  expect(file).toMatchObject({ name: 'Bookings ä.csv', size: 3 })
  const error = await readBody(new Response('<html>')).catch((thrown: unknown) => thrown)
  expect(describeError(error)).toMatchObject({ code: 'UNREACHABLE' })
})
