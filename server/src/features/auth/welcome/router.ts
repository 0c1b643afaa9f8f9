import type { FastifyInstance, FastifyRequest } from 'fastify'
import { requireBearer } from '../sessions/require-session.ts'
import { type AuthSettings, requireHome, visitOf } from '../wire/rules.ts'
import { read, WelcomeBody } from '../wire/schema.ts'
import { confirmAddress, rejectAccount } from './service.ts'

/** `POST /welcome/confirm` and `POST /welcome/reject`: our own calls, not in auth-js, and not allowed on a studio's domain. */
export function welcomeRoutes(app: FastifyInstance, settings: AuthSettings) {
  const bearerOf = (request: FastifyRequest, now: Date) =>
    request.headers.authorization === undefined ? null : requireBearer(request, now)

  app.post('/welcome/confirm', async (request) => {
    const visit = visitOf(request, settings)
    requireHome(visit)
    const signedIn = await bearerOf(request, visit.now)
    return confirmAddress(read(WelcomeBody, request.body), signedIn, visit)
  })

  app.post('/welcome/reject', async (request) => {
    const visit = visitOf(request, settings)
    requireHome(visit)
    return rejectAccount(read(WelcomeBody, request.body), visit)
  })
}
