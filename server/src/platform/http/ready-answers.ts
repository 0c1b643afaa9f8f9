import type { FastifyReply, FastifyRequest } from 'fastify'

/** An answer that is written before it is sent, and sent as it is: JSON, with its entity tag if callers keep it. */
export type ReadyAnswer = {
  /** As the header names it, with its quotes. */
  etag?: string
  /** Called only if the caller does not have it yet. */
  read: () => Promise<string | Buffer>
}

/** Whether the request's `If-None-Match` names the tag. */
export function hasTag(request: FastifyRequest, etag: string): boolean {
  const known = request.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return known?.includes(etag) === true
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
  const kept = new Map<string, CachedAnswer>()
  let bytes = 0
  return async (key: string, revision: string, read: () => Promise<string>): Promise<Buffer> => {
    const found = kept.get(key)
    if (found?.revision !== revision) return readAndKeep(key, revision, read)
    kept.delete(key)
    kept.set(key, found)
    // The other caller may have lost their rights while it was reading.
    return found.answer.catch(async () => Buffer.from(await read()))
  }

  async function readAndKeep(key: string, revision: string, read: () => Promise<string>) {
    forget(key)
    const entry: CachedAnswer = { revision, bytes: 0, answer: read().then((text) => Buffer.from(text)) }
    kept.set(key, entry)
    try {
      const body = await entry.answer
      if (kept.get(key) === entry) keep(entry, body.byteLength)
      return body
    } catch (error) {
      if (kept.get(key) === entry) forget(key)
      throw error
    }
  }

  function keep(entry: CachedAnswer, size: number) {
    entry.bytes = size
    bytes += size
    for (const key of kept.keys()) {
      if (bytes <= bytesMax) return
      forget(key)
    }
  }

  function forget(key: string) {
    bytes -= kept.get(key)?.bytes ?? 0
    kept.delete(key)
  }
}
