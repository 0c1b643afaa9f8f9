import type { FastifyReply, FastifyRequest } from 'fastify'

/** A finished JSON answer that is sent unchanged, with its entity tag if callers cache it. */
export type ReadyAnswer = {
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

/** Sends an answer, or 304 without a body if the caller already has it. */
export async function sendReady(request: FastifyRequest, reply: FastifyReply, { etag, read }: ReadyAnswer) {
  if (etag !== undefined) {
    reply.header('etag', etag)
    if (hasTag(request, etag)) return reply.code(304).send()
  }
  return reply.type('application/json; charset=utf-8').send(await read())
}

type CachedAnswer = { revision: string; bytes: number; answer: Promise<Buffer> }

/**
 * Stores the newest answer for each key as long as its revision is current. Calls at the same time share one reading.
 * Callers with the same key must be allowed to see the same answer.
 * @param bytesMax for all answers together; the least recently used are deleted first
 */
export function createAnswerCache(bytesMax: number) {
  const answers = new Map<string, CachedAnswer>()
  let bytes = 0
  return async (key: string, revision: string, read: () => Promise<string>): Promise<Buffer> => {
    const cached = answers.get(key)
    if (cached?.revision !== revision) return readAndStore(key, revision, read)
    answers.delete(key)
    answers.set(key, cached)
    // The caller that was reading may have lost their rights. That must not fail this call, so it reads for itself.
    return cached.answer.catch(async () => Buffer.from(await read()))
  }

  async function readAndStore(key: string, revision: string, read: () => Promise<string>) {
    forget(key)
    const entry: CachedAnswer = { revision, bytes: 0, answer: read().then((text) => Buffer.from(text)) }
    answers.set(key, entry)
    try {
      const body = await entry.answer
      if (answers.get(key) === entry) addSize(entry, body.byteLength)
      return body
    } catch (error) {
      if (answers.get(key) === entry) forget(key)
      throw error
    }
  }

  function addSize(entry: CachedAnswer, size: number) {
    entry.bytes = size
    bytes += size
    for (const key of answers.keys()) {
      if (bytes <= bytesMax) return
      forget(key)
    }
  }

  function forget(key: string) {
    bytes -= answers.get(key)?.bytes ?? 0
    answers.delete(key)
  }
}
