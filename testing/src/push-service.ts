import { createDecipheriv, createECDH, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PushMessage } from '@studiohub/contract/features/notices/push/words.ts'
import { DAY_SECONDS } from '@studiohub/contract/shared/durations.ts'
import { importJWK, jwtVerify } from 'jose'

const TAG_BYTES = 16

/** A browser as its push service knows it: the values of a `PushSubscription`, and what it received. */
export type TestBrowser = {
  subscription: { endpoint: string; p256dh: string; auth: string }
  messages: PushMessage[]
  /** The status of the push service's response for this browser. */
  status: number
}

/**
 * A push service for tests. It responds with 403 unless the sender proves itself (VAPID, RFC 8292) with the known key. It
 * decrypts messages (RFC 8291) with the keys of its browsers.
 */
export async function aPushService() {
  const browsers = new Map<string, TestBrowser & { open: (body: Buffer) => PushMessage }>()
  const calls: { path: string; headers: IncomingHttpHeaders; problem: string | null }[] = []
  const sender = { public_key: '' }
  let origin = ''
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const path = request.url ?? ''
    const browser = browsers.get(path)
    const problem = await problemOf(request.headers, { origin, public_key: sender.public_key })
    calls.push({ path, headers: request.headers, problem })
    if (!browser) return response.writeHead(410).end()
    if (problem) return response.writeHead(403).end(problem)
    if (browser.status < 300) browser.messages.push(browser.open(Buffer.concat(parts)))
    return response.writeHead(browser.status).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  origin = `http://127.0.0.1:${port}`
  return {
    origin,
    host: `127.0.0.1:${port}`,
    calls,
    /** The key that senders must have. */
    sender,
    /** A browser that has subscribed. */
    subscribe(): TestBrowser {
      const path = `/push/${randomUUID()}`
      const keys = createECDH('prime256v1')
      const publicKey = keys.generateKeys()
      const auth = randomBytes(16)
      const browser = {
        subscription: {
          endpoint: origin + path,
          p256dh: publicKey.toString('base64url'),
          auth: auth.toString('base64url'),
        },
        messages: [],
        status: 201,
        open: (body: Buffer) => decrypt(body, { publicKey, auth, secretWith: (other) => keys.computeSecret(other) }),
      }
      browsers.set(path, browser)
      return browser
    },
    /** Ends the subscription of a browser. */
    unsubscribe: ({ subscription }: TestBrowser) => browsers.delete(new URL(subscription.endpoint).pathname),
    stop: () => server.close(),
  }
}

/** Why a push service would reject these headers; null if it would accept them. */
async function problemOf(headers: IncomingHttpHeaders, expected: { origin: string; public_key: string }) {
  const [, token, key] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(headers.authorization ?? '') ?? []
  if (!(token && key)) return 'no VAPID'
  if (key !== expected.public_key) return 'another key'
  if (headers['content-encoding'] !== 'aes128gcm') return 'another encoding'
  if (!/^\d+$/.test(String(headers.ttl))) return 'no TTL'
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  try {
    const { payload } = await jwtVerify(token, await importJWK({ kty: 'EC', crv: 'P-256', x, y }, 'ES256'), {
      algorithms: ['ES256'],
      audience: expected.origin,
      requiredClaims: ['exp', 'sub'],
    })
    if ((payload.exp ?? 0) > Date.now() / 1000 + DAY_SECONDS) return 'valid for more than a day'
    return /^(mailto:|https:)/.test(payload.sub ?? '') ? null : 'no contact'
  } catch (error) {
    return String(error)
  }
}

type Keys = { publicKey: Buffer; auth: Buffer; secretWith: (other: Buffer) => Buffer }

/** Opens a message of one record: RFC 8188, with the keys of RFC 8291. @throws if it was not made for these keys */
function decrypt(body: Buffer, { publicKey, auth, secretWith }: Keys): PushMessage {
  const salt = body.subarray(0, 16)
  const idLength = body.readUInt8(20)
  const sender = body.subarray(21, 21 + idLength)
  const record = body.subarray(21 + idLength)
  const derive = (secret: Buffer, from: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, from, info, length))
  const shared = derive(
    secretWith(sender),
    auth,
    Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender]),
    32,
  )
  const key = derive(shared, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(shared, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(record.subarray(-TAG_BYTES))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -TAG_BYTES)), decipher.final()])
  const end = padded.lastIndexOf(2)
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('the last record has no end')
  return JSON.parse(padded.subarray(0, end).toString())
}
