import type { FastifyInstance } from 'fastify'
import { requireBearer } from '../sessions/service.ts'
import { type RoomSettings, visitOf } from '../wire/rules.ts'
import { mailNonce } from './service.ts'

/** `GET /reauthenticate`. */
export function reauthenticationRoutes(app: FastifyInstance, settings: RoomSettings) {
  // The client asks with GET although a mail follows; it bears a token, so no other site and no prefetch can.
  app.get('/reauthenticate', { exposeHeadRoute: false }, async (request) => {
    const visit = visitOf(request, settings)
    await mailNonce(await requireBearer(request, visit.now), settings.config.publicUrl, visit)
    return {}
  })
}
