import { timingSafeEqual } from 'node:crypto'
import { fail } from '@studiohub/contract/errors.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Broadcast } from '../broadcast/broadcast.ts'
import type { Config } from '../config/config.ts'
import { isLoopback } from '../config/values.ts'
import type { Engine } from '../db/engine.ts'
import { getFileStore } from '../files/open.ts'
import { measureState } from '../jobs/state-metrics.ts'
import { registry } from '../process/measures.ts'

type Parts = { config: Config; engine: Engine; broadcast: Pick<Broadcast, 'kind' | 'health'> }

/**
 * Serves the paths for monitors: `/healthz` (the process runs), `/readyz` (it can work, with the state of database,
 * files and broadcast) and `/metrics` (Prometheus). `/metrics` needs `METRICS_TOKEN` as bearer. Without a token it answers only
 * callers on this machine, and only if the product's own address is on this machine too.
 */
export function mountMonitoring(app: FastifyInstance, { config, engine, broadcast }: Parts) {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const [database, files] = await Promise.all([engine.health(), getFileStore().health()])
    const broadcastHealth = broadcast.health()
    const isHealthy = database.ok && database.detail === undefined && files.ok && broadcastHealth.ok
    // A degraded server still answers most requests, so a load balancer must not remove it (decision 0057).
    reply.code(database.ok && !closing ? 200 : 503)
    const status = closing ? 'closing' : isHealthy ? 'ready' : 'degraded'
    return {
      status,
      database: { kind: engine.kind, ...database },
      files: { kind: config.s3 ? 's3' : 'disk', ...files },
      broadcast: { kind: broadcast.kind, ...broadcastHealth },
    }
  })
  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, config)) fail('NOT_FOUND')
    // If the database does not answer, the metrics of the process are still useful.
    await measureState(engine).catch(() => {})
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

function mayReadMetrics(request: FastifyRequest, { metricsToken: token, publicUrl }: Config): boolean {
  // Behind a proxy on this machine, every caller seems to be local.
  if (token === null) return isLoopback(request.ip) && isLoopback(new URL(publicUrl).hostname)
  const sentToken = Buffer.from(request.headers.authorization?.replace(/^bearer /i, '') ?? '')
  const expected = Buffer.from(token)
  return sentToken.length === expected.length && timingSafeEqual(sentToken, expected)
}
