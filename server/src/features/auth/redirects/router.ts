import type { FastifyReply } from 'fastify'
import { type Leaving, leavingPage, leavingPolicy } from './rules.ts'

/** Sends a browser on. A page of ours first names the studio's domain and asks for a click where a code leaves for one. */
export function sendOnward(reply: FastifyReply, onward: Leaving & { status: 302 | 303 }) {
  reply.header('referrer-policy', 'no-referrer')
  const { leaves, location, status } = onward
  if (!leaves) return reply.redirect(location, status)
  reply.header('content-security-policy', leavingPolicy).type('text/html; charset=utf-8')
  return reply.send(leavingPage({ location, ...leaves }))
}
