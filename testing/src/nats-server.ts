import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

type Options = {
  /** By default a free one. */
  port?: number
  signIn?: { user: string; pass: string }
  maxPayload?: number
}

type Client = { socket: Socket; subscriptions: Map<string, string> }

/**
 * A server with the client protocol of core NATS, for publishers and for subscribers without queues. With it the tests need
 * no installed NATS. Tests that need no server of their own use the real server of `TEST_NATS_URL`, if it is set.
 */
export async function aNatsServer({ port = 0, signIn, maxPayload = 1_048_576 }: Options = {}) {
  const clients = new Set<Client>()
  const published: { subject: string; payload: string }[] = []
  let lostSubjectEnd: string | null = null
  const info = { server_id: 'TEST', version: '2.10.0', proto: 1, headers: true, max_payload: maxPayload }

  function deliver(subject: string, payload: Buffer) {
    published.push({ subject, payload: payload.toString() })
    if (lostSubjectEnd !== null && subject.endsWith(lostSubjectEnd)) {
      lostSubjectEnd = null
      return
    }
    for (const { socket, subscriptions } of clients) {
      for (const [id, pattern] of subscriptions) {
        if (matches(pattern, subject))
          socket.write(Buffer.concat([Buffer.from(`MSG ${subject} ${id} ${payload.length}\r\n`), payload, CRLF]))
      }
    }
  }
  function run(client: Client, [verb = '', ...words]: string[], payload: Buffer) {
    const { socket, subscriptions } = client
    if (verb === 'PING') socket.write('PONG\r\n')
    if (verb === 'SUB') subscriptions.set(words.at(-1) ?? '', words[0] ?? '')
    if (verb === 'UNSUB') subscriptions.delete(words[0] ?? '')
    if (verb === 'PUB') deliver(words[0] ?? '', payload)
    if (verb !== 'CONNECT' || !signIn) return
    const credentials = JSON.parse(words.join(' '))
    if (credentials.user !== signIn.user || credentials.pass !== signIn.pass)
      socket.end("-ERR 'Authorization Violation'\r\n")
  }
  function serve(socket: Socket) {
    const client: Client = { socket, subscriptions: new Map() }
    clients.add(client)
    let rest: Buffer = Buffer.alloc(0)
    socket.on('close', () => clients.delete(client)).on('error', () => {})
    socket.on('data', (part: Buffer) => {
      rest = Buffer.concat([rest, part])
      for (let end = rest.indexOf(CRLF); end >= 0; end = rest.indexOf(CRLF)) {
        const words = rest.subarray(0, end).toString().split(' ')
        const size = words[0] === 'PUB' ? Number(words.at(-1)) : null
        const next = size === null ? end + 2 : end + 4 + size
        if (size !== null && size > maxPayload) return socket.end("-ERR 'Maximum Payload Violation'\r\n")
        if (rest.length < next) return
        run(client, words, rest.subarray(end + 2, end + 2 + (size ?? 0)))
        rest = rest.subarray(next)
      }
    })
    socket.write(`INFO ${JSON.stringify({ ...info, auth_required: Boolean(signIn) })}\r\n`)
  }

  const server = createServer(serve)
  const listen = async (at: number) => {
    server.listen(at, '127.0.0.1')
    await once(server, 'listening')
  }
  await listen(port)
  const ownPort = (server.address() as AddressInfo).port
  async function halt() {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    for (const { socket } of clients) socket.destroy()
    await closed
  }
  return {
    url: process.env.TEST_NATS_URL ?? `nats://127.0.0.1:${ownPort}`,
    /** Its own address, never that of `TEST_NATS_URL`. */
    host: `127.0.0.1:${ownPort}`,
    published,
    /** Silently loses the next message whose subject has this end, like a broken link between NATS servers. */
    loseNext(subjectEnd: string) {
      lostSubjectEnd = subjectEnd
    },
    halt,
    resume: () => listen(ownPort),
    stop: halt,
  }
}

const CRLF = Buffer.from('\r\n')

/** Whether a subject matches a pattern: `*` matches one word, `>` all words that follow. */
function matches(pattern: string, subject: string): boolean {
  const words = subject.split('.')
  const parts = pattern.split('.')
  if (parts.at(-1) !== '>' && parts.length !== words.length) return false
  return parts.every(
    (part, index) => part === '>' || (words[index] !== undefined && (part === '*' || part === words[index])),
  )
}
