import type { FastifyInstance, FastifyRequest } from 'fastify'
import { requireBearer } from '../sessions/service.ts'
import { type RoomSettings, visitOf } from '../wire/rules.ts'
import { read, WelcomeBody } from '../wire/schema.ts'
import { confirmAddress, rejectAccount } from './service.ts'

/** `POST /welcome/confirm` and `POST /welcome/reject`: our own calls, which no client library makes. */
export function welcomeRoutes(app: FastifyInstance, settings: RoomSettings) {
  const bearerOf = (request: FastifyRequest, now: Date) =>
    request.headers.authorization === undefined ? null : requireBearer(request, now)

  app.post('/welcome/confirm', async (request) => {
    const visit = visitOf(request, settings)
    const signedIn = await bearerOf(request, visit.now)
    return confirmAddress(read(WelcomeBody, request.body), signedIn, visit)
  })

  app.post('/welcome/reject', (request) => rejectAccount(read(WelcomeBody, request.body), visitOf(request, settings)))
}
