import { timingSafeEqual } from 'node:crypto'
import { fail } from '@studiohub/contract/errors.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isLoopback } from '../config/values.ts'
import type { Config } from '../config.ts'
import type { Engine } from '../db/engine.ts'
import { registry } from '../measures.ts'

/**
 * What monitors ask: `/healthz` (the process runs), `/readyz` (it can do its work, with what the database promises) and
 * `/metrics` (Prometheus; with `METRICS_TOKEN` as bearer, or, where the whole product is this machine's own, from here).
 */
export function mountService(app: FastifyInstance, { config, engine }: { config: Config; engine: Engine }) {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const database = await engine.health()
    const ready = database.ok && !closing
    reply.code(ready ? 200 : 503)
    return { status: ready ? 'ready' : closing ? 'closing' : 'degraded', database: { kind: engine.kind, ...database } }
  })
  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, config)) fail('NOT_FOUND')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

function mayReadMetrics(request: FastifyRequest, { metricsToken: token, publicUrl }: Config): boolean {
  // A proxy on this machine asks from loopback for everybody outside.
  if (token === null) return isLoopback(request.ip) && isLoopback(new URL(publicUrl).hostname)
  const given = Buffer.from(request.headers.authorization?.replace(/^bearer /i, '') ?? '')
  const wanted = Buffer.from(token)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
