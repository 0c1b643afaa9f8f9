import { createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { webhook } from './webhook.ts'

const secret = Buffer.alloc(32, 9)
const message = { id: 'job-1', to: '+4915112345678', text: 'Your code is 123456.', channel: 'sms' as const }
const neverAborted = new AbortController().signal

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

type Call = { headers: IncomingHttpHeaders; body: string; path: string }

/** A gateway that always gives this answer, and the calls that it received. */
async function aGateway(status: number, headers: Record<string, string> = {}) {
  const calls: Call[] = []
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    calls.push({ headers: request.headers, body: Buffer.concat(parts).toString(), path: request.url ?? '' })
    response.writeHead(status, headers).end('thank you')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  stops.push(() => server.close())
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { url: `http://127.0.0.1:${port}/sms?tenant=1`, calls }
}

test('a message is one signed call, which its receiver can verify', async () => {
  const { url, calls } = await aGateway(202)
  await webhook({ url, secret }).send(message, neverAborted)
  const [call] = calls
  expect(calls).toHaveLength(1)
  expect(call?.path).toBe('/sms?tenant=1')
  expect(JSON.parse(call?.body ?? '')).toEqual(message)
  expect(call?.headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': 'job-1' })
  const sent_at = Number(call?.headers['webhook-timestamp'])
  expect(Math.abs(sent_at - Date.now() / 1000)).toBeLessThan(60)
  const signedText = `job-1.${sent_at}.${call?.body}`
  const expected = Buffer.from(`v1,${createHmac('sha256', secret).update(signedText).digest('base64')}`)
  expect(timingSafeEqual(Buffer.from(String(call?.headers['webhook-signature'])), expected)).toBe(true)
})

test('a rejected message is an error without its content, so it is sent again', async () => {
  for (const status of [400, 429, 500, 503]) {
    const { url } = await aGateway(status)
    const rejection = await webhook({ url, secret })
      .send(message, neverAborted)
      .catch((error: unknown) => String(error))
    expect(rejection).toContain(String(status))
    expect(rejection).not.toMatch(/123456|4915112345678/)
  }
})

test('redirects are not followed, because the code would go to an unknown address', async () => {
  const otherGateway = await aGateway(200)
  const { url } = await aGateway(307, { location: otherGateway.url })
  await expect(webhook({ url, secret }).send(message, neverAborted)).rejects.toThrow()
  expect(otherGateway.calls).toEqual([])
})

test('a job that is stopped cancels its call', async () => {
  const server = createServer(() => {})
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  stops.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const control = new AbortController()
  const sending = webhook({ url, secret }).send(message, control.signal)
  control.abort()
  await expect(sending).rejects.toThrow()
})
