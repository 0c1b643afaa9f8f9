import { createSocket } from 'node:dgram'
import { once } from 'node:events'

const HEADER_BYTES = 12
const TXT = 16

/** The name in a DNS question, and the index where it ends. */
function nameIn(message: Buffer): { name: string; end: number } {
  const labels: string[] = []
  let position = HEADER_BYTES
  for (let length = message[position] ?? 0; length > 0; length = message[position] ?? 0) {
    labels.push(message.toString('latin1', position + 1, position + 1 + length))
    position += length + 1
  }
  return { name: labels.join('.').toLowerCase(), end: position + 1 }
}

// Header flags of these responses (RFC 1035, 4.1.1).
const [NXDOMAIN, SERVFAIL] = [0x8183, 0x8182]

function responseTo(message: Buffer, records: ReadonlyMap<string, string>, inTrouble: boolean): Buffer {
  const { name, end } = nameIn(message)
  const text = message.readUInt16BE(end) === TXT && !inTrouble ? records.get(name) : undefined
  const header = Buffer.from(message.subarray(0, HEADER_BYTES))
  // A normal response, or NXDOMAIN without a record.
  header.writeUInt16BE(text !== undefined ? 0x8180 : inTrouble ? SERVFAIL : NXDOMAIN, 2)
  header.writeUInt16BE(text === undefined ? 0 : 1, 6)
  header.writeUInt32BE(0, 8)
  const question = message.subarray(HEADER_BYTES, end + 4)
  if (text === undefined) return Buffer.concat([header, question])
  // A string has at most 255 bytes; a longer text has several.
  const parts = text.match(/.{1,255}/gs) ?? ['']
  const data = Buffer.concat(parts.flatMap((part) => [Buffer.from([part.length]), Buffer.from(part, 'latin1')]))
  const record = Buffer.alloc(12)
  record.writeUInt16BE(0xc00c, 0)
  record.writeUInt16BE(TXT, 2)
  record.writeUInt16BE(1, 4)
  record.writeUInt16BE(data.length, 10)
  return Buffer.concat([header, question, record, data])
}

/**
 * A local name server for TXT records: entries in `records` apply immediately; while `inTrouble` it answers SERVFAIL.
 */
export async function aNameServer(port = 0) {
  const records = new Map<string, string>()
  const socket = createSocket('udp4')
  const server = { records, inTrouble: false, stop: () => socket.close() }
  socket.on('message', (message, from) =>
    socket.send(responseTo(message, records, server.inTrouble), from.port, from.address),
  )
  socket.bind(port, '127.0.0.1')
  await once(socket, 'listening')
  return Object.assign(server, { address: `127.0.0.1:${socket.address().port}` })
}
