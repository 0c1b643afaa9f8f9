import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import type { Clock } from '#platform/process/clock.ts'
import { receiveCardEvent } from './service.ts'

const Bytes = z.instanceof(Buffer)

/** `POST /stripe-connect`: Stripe's events about studios' accounts. The signature covers the raw bytes. */
export const stripeConnectWebhook: FastifyPluginAsync<{ clock: Clock }> = async (app, { clock }) => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: unknown, body: unknown) => body)
  app.post('/stripe-connect', async (request, reply) => {
    request.operation = 'payments.receiveEvent'
    const signature = request.headers['stripe-signature']
    const body = Bytes.safeParse(request.body).data ?? Buffer.alloc(0)
    await receiveCardEvent(body, typeof signature === 'string' ? signature : undefined, clock.now())
    return reply.header('cache-control', 'no-store').send({ received: true })
  })
}
