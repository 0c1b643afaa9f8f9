import type { Readable } from 'node:stream'
import { type ErrorCode, fail } from '@studiohub/contract/errors.ts'
import { type FileRule, maxBytes, tooLarge } from '@studiohub/contract/shared/images.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { bearerOf } from '../auth/session.ts'
import type { Clock } from '../process/clock.ts'

/** A call that takes a file: its method, which addresses are its, and what it takes, or why it takes none there. */
export type Upload = { method: string; address: RegExp; rule: FileRule | ErrorCode }

// The form around a file: boundaries, names, and a name of a file that may be long.
const AROUND_THE_FILE_BYTES = 64 * 1024
const AT_ONCE = 16
// Anyone who sends slowly holds a place for as long as a request may take: nobody is to hold them all.
const AT_ONCE_OF_ONE = 3

/** Who is sending a file just now, once for each. */
const senders: string[] = []

/**
 * Lets calls that take a file be sent as forms, and no others. It is known who sends before anything is read, and no
 * more is read than the file may have.
 */
export function acceptUploads(app: FastifyInstance, uploads: readonly Upload[], clock: Clock) {
  app.addContentTypeParser('multipart/form-data', async (request: FastifyRequest, body: Readable) => {
    const path = request.url.split('?')[0] ?? ''
    const upload = uploads.find(({ method, address }) => method === request.method && address.test(path))
    const { user_id } = (await bearerOf(request, clock.now())) ?? fail('UNAUTHENTICATED')
    if (!upload) fail('UNSUPPORTED_MEDIA_TYPE')
    const { rule } = upload
    if (typeof rule === 'string') fail(rule)
    const limit = maxBytes(rule) + AROUND_THE_FILE_BYTES
    if (Number(request.headers['content-length'] ?? 0) > limit) fail('PAYLOAD_TOO_LARGE', { message: tooLarge(rule) })
    const own = senders.filter((sender) => sender === user_id)
    if (own.length >= AT_ONCE_OF_ONE)
      fail('RATE_LIMITED', { message: 'Please wait until your other uploads are done.' })
    if (senders.length >= AT_ONCE) fail('UNAVAILABLE')
    senders.push(user_id)
    try {
      const form = await readForm(await readAtMost(body, limit, rule), request.headers['content-type'] ?? '')
      for (const entry of form.values())
        if (entry instanceof File && entry.size > maxBytes(rule)) fail('PAYLOAD_TOO_LARGE', { message: tooLarge(rule) })
      return form
    } finally {
      senders.splice(senders.indexOf(user_id), 1)
    }
  })
}

async function readAtMost(body: Readable, limit: number, rule: FileRule): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  // Left as it is when too much comes: to destroy it would take the answer's way too.
  for await (const chunk of piecesOf(body)) {
    length += chunk.length
    if (length > limit) fail('PAYLOAD_TOO_LARGE', { message: tooLarge(rule) })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

// A sender who goes away in the middle is no fault of ours.
async function* piecesOf(body: Readable) {
  try {
    yield* body.iterator({ destroyOnReturn: false })
  } catch {
    fail('BAD_REQUEST')
  }
}

async function readForm(bytes: Buffer, type: string): Promise<FormData> {
  try {
    return await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData()
  } catch {
    return fail('BAD_REQUEST')
  }
}
