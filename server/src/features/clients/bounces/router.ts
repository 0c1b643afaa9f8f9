import type { FastifyPluginAsync } from 'fastify'
import type { Clock } from '#platform/process/clock.ts'
import { receiveMailReport } from './service.ts'

const BODY_BYTES_MAX = 16_384

/** `POST /mail`: bounces and complaints. The signature covers the exact bytes. */
export const mailReports: FastifyPluginAsync<{ clock: Clock }> = async (app, { clock }) => {
  app.removeAllContentTypeParsers()
  const options = { parseAs: 'string', bodyLimit: BODY_BYTES_MAX } as const
  app.addContentTypeParser('*', options, async (_request: unknown, body: unknown) => body)
  app.post('/mail', async (request, reply) => {
    request.operation = 'clients.receiveMailReport'
    const body = typeof request.body === 'string' ? request.body : ''
    await receiveMailReport({ headers: request.headers, body, request_id: request.id, now: clock.now() })
    return reply.header('cache-control', 'no-store').send({ received: true })
  })
}
