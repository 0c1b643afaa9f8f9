import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import type { Clock } from '#platform/process/clock.ts'
import { receiveEvent } from './service.ts'

const Bytes = z.instanceof(Buffer)

/** `POST /stripe`: Stripe's events. The signature covers the raw bytes, so the body must not be parsed first. */
export const stripeWebhook: FastifyPluginAsync<{ clock: Clock }> = async (app, { clock }) => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: unknown, body: unknown) => body)
  app.post('/stripe', async (request, reply) => {
    request.operation = 'subscriptions.receiveEvent'
    const signature = request.headers['stripe-signature']
    const body = Bytes.safeParse(request.body)
    await receiveEvent(body.data ?? Buffer.alloc(0), typeof signature === 'string' ? signature : undefined, clock.now())
    return reply.header('cache-control', 'no-store').send({ received: true })
  })
}
