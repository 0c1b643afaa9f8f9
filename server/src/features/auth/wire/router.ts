import type { FastifyRequest } from 'fastify'
import type { AuthSettings, RequestContext } from './rules.ts'

const USER_AGENT_MAX = 255

export function readRequestContext(request: FastifyRequest, { clock }: AuthSettings): RequestContext {
  const user_agent = request.headers['user-agent']?.slice(0, USER_AGENT_MAX) ?? null
  const { ip, id: request_id, studio_id } = request
  return { now: clock.now(), ip, user_agent, request_id, studio_id }
}
