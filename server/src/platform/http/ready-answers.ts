import type { FastifyReply, FastifyRequest } from 'fastify'

/** An answer that is written before it is sent, and sent as it is: JSON with its entity tag. */
export type ReadyAnswer = {
  /** As the header names it, with its quotes. */
  etag: string
  /** Called only if the caller does not have it yet. */
  read: () => Promise<string | Buffer>
}

/** Whether the request's `If-None-Match` names the tag. */
export function hasTag(request: FastifyRequest, etag: string): boolean {
  const known = request.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return known?.includes(etag) === true
}

/** Sends an answer, or 304 without a body if the caller has it. */
export async function sendReady(request: FastifyRequest, reply: FastifyReply, { etag, read }: ReadyAnswer) {
  reply.header('etag', etag)
  if (hasTag(request, etag)) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(await read())
}
