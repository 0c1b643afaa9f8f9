import type { FastifyReply, FastifyRequest } from 'fastify'
import { Histogram } from 'prom-client'
import { registry } from '../process/measures.ts'

const MS_PER_SECOND = 1000
const duration = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'How long requests took, by route and status.',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  registers: [registry],
})

/** Counts a finished request by its route. The path is not used, because the number of paths is unlimited. */
export function countRequest(request: FastifyRequest, reply: FastifyReply) {
  const route = request.operation ?? request.routeOptions.url ?? 'none'
  duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / MS_PER_SECOND)
}
