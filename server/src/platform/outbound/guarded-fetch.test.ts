import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { readAllowList } from './addresses.ts'
import { fetchWith, guardedAgent } from './guarded-fetch.ts'
import type { OutboundReason } from './outbound-error.ts'

const MB = 1024 * 1024
const servers: Server[] = []
afterAll(() => {
  for (const server of servers) server.close().closeAllConnections()
})

/** Starts a server on this machine. @returns its port, and the requests that it received */
async function aServer(listener: RequestListener) {
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    listener(request, response)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as AddressInfo).port, requests }
}

type Names = Record<string, string[] | (() => string[])>

/** A guarded fetch with these names and addresses. `public.test` is allowed, so that tests can reach their own server. */
function aFetch({ names = {}, allow = 'public.test', withinMs = 5_000, maxBytes = MB } = {}) {
  const addressesByName: Names = { 'public.test': ['127.0.0.1'], ...names }
  const agent = guardedAgent({
    allow: readAllowList(allow) ?? { hosts: new Set(), networks: [] },
    lookup(hostname, _options, done) {
      const entry = addressesByName[hostname]
      const addresses = typeof entry === 'function' ? entry() : (entry ?? [])
      if (addresses.length === 0) done(Object.assign(new Error(`no ${hostname}`), { code: 'ENOTFOUND' }), [])
      else
        done(
          null,
          addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
        )
    },
  })
  return fetchWith(() => agent, { withinMs, maxBytes })
}

const expectReason = (call: Promise<unknown>, reason: OutboundReason) =>
  expect(call).rejects.toMatchObject({ name: 'OutboundError', reason })

test('a response is like that of fetch, with the status, the headers, the address and the body', async () => {
  const { port, requests } = await aServer((_request, response) => {
    response.writeHead(201, { etag: '"1"', 'content-encoding': 'gzip' }).end(gzipSync('hello'))
  })
  const result = await aFetch()(`http://public.test:${port}/a?b=1`, {
    method: 'POST',
    body: 'sent',
    headers: { 'x-one': '1' },
  })
  expect(result).toBeInstanceOf(Response)
  expect([result.status, result.headers.get('etag'), result.url]).toEqual([
    201,
    '"1"',
    `http://public.test:${port}/a?b=1`,
  ])
  expect(await result.text()).toBe('hello')
  expect(requests[0]).toMatchObject({
    method: 'POST',
    url: '/a?b=1',
    headers: expect.objectContaining({ 'x-one': '1' }),
  })
})

test('a request object can be sent, and a response without a body read', async () => {
  const { port, requests } = await aServer((_request, response) => response.writeHead(304).end())
  const request = new Request(`http://public.test:${port}/`, { headers: { 'if-none-match': '"1"' } })
  const result = await aFetch()(request)
  expect([result.status, await result.text()]).toEqual([304, ''])
  expect(requests[0]?.headers['if-none-match']).toBe('"1"')
})

test('no call reaches a private address, however the address is written', async () => {
  const { port, requests } = await aServer((_request, response) => response.end('secret'))
  const hosts = ['127.0.0.1', '2130706433', '0x7f000001', '0177.0.0.1', '127.1', '0', '[::1]', '[::ffff:127.0.0.1]']
  const embedded = ['[::ffff:7f00:1]', '[64:ff9b::7f00:1]', '[2002:7f00:1::]', '[::7f00:1]', '127。0。0。1']
  for (const host of [...hosts, ...embedded]) await expectReason(aFetch()(`http://${host}:${port}/`), 'address')
  const names = { 'inside.test': ['127.0.0.1'], 'six.test': ['::1'], 'both.test': ['::1', '10.0.0.1'] }
  for (const name of Object.keys(names)) await expectReason(aFetch({ names })(`http://${name}:${port}/`), 'address')
  expect(requests).toEqual([])
  const result = await aFetch({ allow: '127.0.0.0/8' })(`http://2130706433:${port}/`)
  expect(await result.text()).toBe('secret')
})

test('a name that changes its address between calls is checked at each connection', async () => {
  const { port, requests } = await aServer((_request, response) =>
    response.setHeader('connection', 'close').end('inside'),
  )
  const answers = [['127.0.0.2'], ['127.0.0.1'], ['127.0.0.1', '10.0.0.1']]
  const lookups: string[][] = []
  const names = {
    'rebind.test': () => {
      const next = answers.shift() ?? []
      lookups.push(next)
      return next
    },
  }
  const call = aFetch({ names, allow: '127.0.0.2' })
  // The first address is allowed, but no server listens there. The others are rejected.
  await expectReason(call(`http://rebind.test:${port}/`), 'network')
  await expectReason(call(`http://rebind.test:${port}/`), 'address')
  await expectReason(call(`http://rebind.test:${port}/`), 'address')
  expect(lookups).toHaveLength(3)
  expect(requests).toEqual([])
})

test('if a name has several addresses, only allowed ones are used', async () => {
  const { port } = await aServer((_request, response) => response.end('public'))
  const names = { 'mixed.test': ['10.255.255.1', '127.0.0.1'] }
  const result = await aFetch({ names, allow: '127.0.0.1' })(`http://mixed.test:${port}/`)
  expect(await result.text()).toBe('public')
})

test('other schemes and addresses with a password are rejected', async () => {
  for (const url of [
    'ftp://public.test/',
    'file:///etc/passwd',
    'http://me:pw@public.test/',
    'data:,a',
    'nothing',
    'gopher://a',
  ]) {
    await expectReason(aFetch()(url), 'url')
  }
  await expectReason(aFetch()('https://unknown.test/'), 'name')
})

test('redirects are followed at most five times, and never into the private network', async () => {
  const inside = await aServer((_request, response) => response.end('secret'))
  const { port, requests } = await aServer(({ url }, response) => {
    const steps = Number(url?.slice(1))
    const targets: Record<string, string> = {
      '/inside': `http://127.0.0.1:${inside.port}/`,
      '/loop': '/loop',
      '/scheme': 'file:///etc/passwd',
    }
    const location = targets[url ?? ''] ?? (steps > 0 ? `/${steps - 1}` : null)
    if (location) response.writeHead(302, { location }).end()
    else response.end('arrived')
  })
  const base = `http://public.test:${port}`
  expect(await (await aFetch()(`${base}/5`)).text()).toBe('arrived')
  await expectReason(aFetch()(`${base}/6`), 'redirects')
  requests.length = 0
  await expectReason(aFetch()(`${base}/loop`), 'redirects')
  expect(requests).toHaveLength(6)
  await expectReason(aFetch()(`${base}/inside`), 'address')
  await expectReason(aFetch()(`${base}/scheme`), 'url')
  expect(inside.requests).toEqual([])
  const manual = await aFetch()(`${base}/inside`, { redirect: 'manual' })
  expect(manual.status).toBe(302)
  await expectReason(aFetch()(`${base}/1`, { redirect: 'error' }), 'redirects')
})

test('a redirect to another server gets no secret headers and no body', async () => {
  const other = await aServer((_request, response) => response.end('other'))
  const { port, requests } = await aServer(({ url }, response) => {
    const location = url === '/same' ? '/done' : `http://public.test:${other.port}/`
    if (url === '/done') response.end('same')
    else response.writeHead(url === '/see' ? 303 : 307, { location }).end()
  })
  const base = `http://public.test:${port}`
  const headers = { authorization: 'Bearer a', cookie: 'b=1', 'x-api-key': 'c', accept: 'text/calendar' }
  await aFetch()(`${base}/other`, { headers })
  expect(other.requests[0]?.headers).toMatchObject({ accept: 'text/calendar' })
  for (const name of ['authorization', 'cookie', 'x-api-key'])
    expect(other.requests[0]?.headers).not.toHaveProperty(name)
  await aFetch()(`${base}/same`, { headers })
  expect(requests.at(-1)?.headers).toMatchObject({ authorization: 'Bearer a', 'x-api-key': 'c' })
  await expectReason(aFetch()(`${base}/other`, { method: 'POST', body: 'secret' }), 'other-origin')
  await aFetch()(`${base}/see`, { method: 'POST', body: 'secret', headers: { 'content-type': 'text/plain' } })
  expect(other.requests.at(-1)).toMatchObject({ method: 'GET' })
  expect(other.requests.at(-1)?.headers).not.toHaveProperty('content-type')
})

test.each(['gzip', 'br', 'identity'] as const)('a body of 50 MB in %s ends with an error', async (encoding) => {
  const zeros = Buffer.alloc(50 * MB)
  const compressed = { gzip: () => gzipSync(zeros), br: () => brotliCompressSync(zeros), identity: () => zeros }[
    encoding
  ]?.()
  const { port } = await aServer((_request, response) =>
    response.writeHead(200, encoding === 'identity' ? {} : { 'content-encoding': encoding }).end(compressed),
  )
  const result = await aFetch()(`http://public.test:${port}/`)
  let receivedBytes = 0
  const reading = (async () => {
    for await (const chunk of result.body ?? []) receivedBytes += chunk.byteLength
  })()
  await expectReason(reading, 'too-large')
  expect(receivedBytes).toBeLessThanOrEqual(MB)
})

test('headers beyond 16 kB are rejected', async () => {
  const { port } = await aServer((_request, response) => response.setHeader('x-long', 'a'.repeat(40_000)).end())
  await expectReason(aFetch()(`http://public.test:${port}/`), 'too-large')
})

test('the time limit counts connecting, headers, redirects and the body together', async () => {
  const { port } = await aServer(async ({ url }, response) => {
    if (url === '/headers') return
    if (url === '/redirects') {
      await wait(300)
      response.writeHead(302, { location: '/redirects' }).end()
      return
    }
    response.writeHead(200)
    for (let part = 0; part < 100 && !response.destroyed; part += 1) {
      response.write('a')
      await wait(50)
    }
    response.end()
  })
  const call = aFetch({ withinMs: 1_500 })
  await expectReason(call(`http://public.test:${port}/headers`), 'too-slow')
  await expectReason(call(`http://public.test:${port}/redirects`), 'too-slow')
  const result = await call(`http://public.test:${port}/body`)
  await expectReason(result.text(), 'too-slow')
})

test('a caller can abort a call', async () => {
  const { port } = await aServer(() => {})
  const call = aFetch()(`http://public.test:${port}/`, { signal: AbortSignal.timeout(50) })
  await expect(call).rejects.toMatchObject({ name: 'TimeoutError' })
})
