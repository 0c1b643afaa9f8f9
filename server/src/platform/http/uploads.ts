import type { Readable } from 'node:stream'
import { type ErrorCode, fail } from '@studiohub/contract/errors.ts'
import { type FileRule, maxBytes, tooLarge } from '@studiohub/contract/shared/images.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readBearer } from '../auth/session.ts'
import { withOperatorLimit } from '../files/open.ts'
import type { Clock } from '../process/clock.ts'

/** A call that accepts a file. `rule` is an error code if this path accepts no file. */
export type Upload = { method: string; pathPattern: RegExp; rule: FileRule | ErrorCode }

// A form also contains boundaries, field names, and a file name that may be long.
const FORM_OVERHEAD_BYTES = 64 * 1024
const UPLOADS_MAX = 16
// A slow upload uses a place until the request times out, so one person must not use all of them.
const UPLOADS_PER_PERSON_MAX = 3

/** The user ids of the uploads in progress, one entry per upload. */
const senders: string[] = []

/**
 * Accepts multipart forms, but only for the calls that take a file. Checks the access token before the body is read, and
 * reads no more than the largest allowed file.
 */
export function acceptUploads(app: FastifyInstance, uploads: readonly Upload[], clock: Clock) {
  app.addContentTypeParser('multipart/form-data', async (request: FastifyRequest, body: Readable) => {
    const path = request.url.split('?')[0] ?? ''
    const upload = uploads.find(({ method, pathPattern }) => method === request.method && pathPattern.test(path))
    const { user_id } = (await readBearer(request, clock.now())) ?? fail('UNAUTHENTICATED')
    if (!upload) fail('UNSUPPORTED_MEDIA_TYPE')
    if (typeof upload.rule === 'string') fail(upload.rule)
    const rule = withOperatorLimit(upload.rule)
    const limit = maxBytes(rule) + FORM_OVERHEAD_BYTES
    if (Number(request.headers['content-length'] ?? 0) > limit) fail('PAYLOAD_TOO_LARGE', { message: tooLarge(rule) })
    const ownUploads = senders.filter((sender) => sender === user_id)
    if (ownUploads.length >= UPLOADS_PER_PERSON_MAX)
      fail('RATE_LIMITED', { message: 'Please wait until your other uploads have finished.' })
    if (senders.length >= UPLOADS_MAX) fail('UNAVAILABLE')
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
  // A stream that is too large is not destroyed, because that would close the connection before the response.
  for await (const chunk of chunksOf(body)) {
    length += chunk.length
    if (length > limit) fail('PAYLOAD_TOO_LARGE', { message: tooLarge(rule) })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

// A client that disconnects during an upload is not an error of ours.
async function* chunksOf(body: Readable) {
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
    fail('BAD_REQUEST')
  }
}
