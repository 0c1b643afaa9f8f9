import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { signCall } from '@studiohub/server/platform/auth/signed-calls.ts'

const secret = Buffer.alloc(32, 7)
/** The secret for the configuration of a server. */
export const TEXT_SECRET = secret.toString('base64')
const MS_PER_SECOND = 1000

type TextMessage = { id: string; to: string; text: string; channel: string }

/** The headers of a signed call to the product. */
export function signedHeaders(body: string, { key = secret, at = new Date() }: { key?: Uint8Array; at?: Date } = {}) {
  const id = randomUUID()
  const sent_at = String(Math.floor(at.getTime() / MS_PER_SECOND))
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': sent_at,
    'webhook-signature': signCall(key, { id, sent_at, body }),
  }
}

/** A gateway of text messages for tests. `taken`: the accepted messages; `gateway.status`: the status of its responses. */
export async function aTextGateway() {
  const taken: TextMessage[] = []
  const gateway = { status: 202 }
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    if (gateway.status < 300) taken.push(JSON.parse(Buffer.concat(parts).toString()))
    response.writeHead(gateway.status).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    env: { SMS_WEBHOOK_URL: `http://127.0.0.1:${port}/`, SMS_WEBHOOK_SECRET: TEXT_SECRET },
    taken,
    gateway,
    textsTo: (phone: string) => taken.filter(({ to }) => to === phone).map(({ text }) => text),
    stop: () => server.close(),
  }
}
