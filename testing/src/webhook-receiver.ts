import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Payload } from '@studiohub/contract/features/webhooks/events/schema.ts'
import { Webhook } from 'standardwebhooks'

export type ReceivedCall = { headers: IncomingHttpHeaders; body: string; payload: Payload }

/** A server that receives webhooks, for tests. `calls`: all calls; `fixedResponse`: can be changed. */
export async function aWebhookReceiver() {
  const calls: ReceivedCall[] = []
  const fixedResponse = { status: 200, text: 'thank you', headers: {} }
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const body = Buffer.concat(parts).toString()
    calls.push({ headers: request.headers, body, payload: JSON.parse(body) })
    response.writeHead(fixedResponse.status, fixedResponse.headers).end(fixedResponse.text)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hooks?from=studiohub`,
    calls,
    fixedResponse,
    /** The calls of this event. */
    of: (type: string) => calls.filter(({ payload }) => payload.type === type),
    stop: () => server.close(),
  }
}

/** Checks a call with the official library. @returns its payload @throws if the signature is wrong */
export const verifyCall = (secret: string, { headers, body }: ReceivedCall): Payload =>
  new Webhook(secret).verify(body, stringHeaders(headers)) as Payload

const stringHeaders = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
