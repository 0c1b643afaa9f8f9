import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openServer } from './server-engine.ts'

/** A PostgreSQL server whose disk is full: it accepts a connection, and then fails to write the first file it needs. */
async function aServerOnFullDisk() {
  const fields = ['SFATAL', 'C53100', 'Mcould not write init file: No space left on device', '']
  const body = Buffer.from(`${fields.join('\0')}\0`)
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(body.length + 4, 1)
  const server = createServer((socket) => socket.once('data', () => socket.end(Buffer.concat([head, body]))))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return address.port
}

test('a start on a full disk says that the disk is full', async () => {
  const url = `postgres://studiohub@127.0.0.1:${await aServerOnFullDisk()}/studiohub`
  await expect(openServer(url)).rejects.toThrow(
    'The disk of the database is full. Nothing was changed. Free some space and start again.',
  )
})
