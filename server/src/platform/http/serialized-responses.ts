import type { FastifyReply, FastifyRequest } from 'fastify'

/** A response whose JSON is already text and is sent unchanged, with its entity tag if callers cache it. */
export type SerializedResponse = {
  /** As in the header, with quotes. */
  etag?: string
  /** Called only if the caller does not have it yet. */
  read: () => Promise<string | Buffer>
}

/** Whether the request's `If-None-Match` names the tag. */
export function hasTag(request: FastifyRequest, etag: string): boolean {
  const tags = request.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags?.includes(etag) === true
}

/** Sends a response, or 304 without a body if the caller already has it. */
export async function sendSerializedResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  { etag, read }: SerializedResponse,
) {
  if (etag !== undefined) {
    reply.header('etag', etag)
    if (hasTag(request, etag)) return reply.code(304).send()
  }
  return reply.type('application/json; charset=utf-8').send(await read())
}

type CachedResponse = { revision: string; bytes: number; body: Promise<Buffer> }

/**
 * Stores the newest response for each key as long as its revision is current. Calls at the same time share one reading.
 * Callers with the same key must be allowed to see the same response.
 * @param bytesMax for all responses together; the least recently used are deleted first
 */
export function createResponseCache(bytesMax: number) {
  const responses = new Map<string, CachedResponse>()
  let bytes = 0
  return async (key: string, revision: string, read: () => Promise<string>): Promise<Buffer> => {
    const cached = responses.get(key)
    if (cached?.revision !== revision) return readAndStore(key, revision, read)
    responses.delete(key)
    responses.set(key, cached)
    // The caller that was reading may have lost their rights. That must not fail this call, so it reads for itself.
    return cached.body.catch(async () => Buffer.from(await read()))
  }

  async function readAndStore(key: string, revision: string, read: () => Promise<string>) {
    forget(key)
    const entry: CachedResponse = { revision, bytes: 0, body: read().then((text) => Buffer.from(text)) }
    responses.set(key, entry)
    try {
      const body = await entry.body
      if (responses.get(key) === entry) addSize(entry, body.byteLength)
      return body
    } catch (error) {
      if (responses.get(key) === entry) forget(key)
      throw error
    }
  }

  function addSize(entry: CachedResponse, size: number) {
    entry.bytes = size
    bytes += size
    for (const key of responses.keys()) {
      if (bytes <= bytesMax) return
      forget(key)
    }
  }

  function forget(key: string) {
    bytes -= responses.get(key)?.bytes ?? 0
    responses.delete(key)
  }
}
