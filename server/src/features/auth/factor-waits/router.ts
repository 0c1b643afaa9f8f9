import type { FastifyInstance } from 'fastify'
import { requireBearer } from '../sessions/service.ts'
import { type RoomSettings, visitOf } from '../wire/rules.ts'
import { keepFactors } from './service.ts'

/** `POST /factor-waits/keep`: our own call, which no client library makes. */
export function factorWaitRoutes(app: FastifyInstance, settings: RoomSettings) {
  app.post('/factor-waits/keep', async (request) => {
    const visit = visitOf(request, settings)
    return keepFactors(await requireBearer(request, visit.now), visit)
  })
}
