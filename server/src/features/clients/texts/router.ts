import type { FastifyPluginAsync } from 'fastify'
import type { Clock } from '#platform/process/clock.ts'
import { receiveAnswer } from './service.ts'

const BODY_BYTES_MAX = 16_384

/** `POST /texts`: answers to text messages. The signature covers the exact bytes. */
export const textAnswers: FastifyPluginAsync<{ clock: Clock }> = async (app, { clock }) => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    '*',
    { parseAs: 'string', bodyLimit: BODY_BYTES_MAX },
    async (_request: unknown, body: unknown) => body,
  )
  app.post('/texts', async (request, reply) => {
    request.operation = 'clients.receiveAnswer'
    const body = typeof request.body === 'string' ? request.body : ''
    await receiveAnswer({ headers: request.headers, body, request_id: request.id, now: clock.now() })
    return reply.header('cache-control', 'no-store').send({ received: true })
  })
}
