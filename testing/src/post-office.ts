import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A received email: sender, recipients and raw bytes. */
type ReceivedEmail = { from: string; to: string[]; raw: string }

/** A mail server for tests. */
export type PostOffice = {
  port: number
  arrived: ReceivedEmail[]
  /** Addresses that it rejects permanently, like unknown recipients. */
  unknown: Set<string>
  /** Addresses that it rejects permanently, with the enhanced status code of a mailbox that does not exist. */
  unreachable: Set<string>
  /** Addresses that it rejects because of its policy. */
  forbidden: Set<string>
  /** Addresses that it rejects temporarily. */
  busy: Set<string>
  close(): Promise<void>
}

/**
 * Starts a mail server.
 * @param options overrides; by default it accepts every email
 * @param at the port; 0 for a free one
 */
export async function aPostOffice(options: SMTPServerOptions = {}, at = 0): Promise<PostOffice> {
  const arrived: ReceivedEmail[] = []
  const unknown = new Set<string>()
  const unreachable = new Set<string>()
  const forbidden = new Set<string>()
  const busy = new Set<string>()
  const rejectionOf = (address: string) => {
    if (unknown.has(address)) return Object.assign(new Error('unknown recipient'), { responseCode: 550 })
    if (unreachable.has(address)) return Object.assign(new Error('5.1.1 no such mailbox'), { responseCode: 550 })
    if (forbidden.has(address)) return Object.assign(new Error('5.7.1 not from you'), { responseCode: 550 })
    return busy.has(address) ? Object.assign(new Error('temporarily unavailable'), { responseCode: 450 }) : undefined
  }
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onRcptTo: ({ address }, _session, done) => done(rejectionOf(address)),
    onData(stream, { envelope }, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        arrived.push({ from, to: envelope.rcptTo.map((to) => to.address), raw: Buffer.concat(parts).toString() })
        done()
      })
    },
    ...options,
  })
  server.on('error', () => {})
  server.listen(at, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    port,
    arrived,
    unknown,
    unreachable,
    forbidden,
    busy,
    close: () => new Promise((done) => server.close(() => done())),
  }
}
