import type { FastifyInstance, FastifyRequest } from 'fastify'
import { requireBearer } from '../sessions/require-session.ts'
import { readRequestContext } from '../wire/router.ts'
import { type AuthSettings, requireHome } from '../wire/rules.ts'
import { parseInput, WelcomeBody } from '../wire/schema.ts'
import { confirmAddress, rejectAccount } from './service.ts'

/** `POST /welcome/confirm` and `POST /welcome/reject`: our own calls, not in auth-js. A studio's domain has neither. */
export function welcomeRoutes(app: FastifyInstance, settings: AuthSettings) {
  const bearerOf = (request: FastifyRequest, now: Date) =>
    request.headers.authorization === undefined ? null : requireBearer(request, now)

  app.post('/welcome/confirm', async (request) => {
    const context = readRequestContext(request, settings)
    requireHome(context)
    const tokenData = await bearerOf(request, context.now)
    return confirmAddress(parseInput(WelcomeBody, request.body), tokenData, context)
  })

  app.post('/welcome/reject', async (request) => {
    const context = readRequestContext(request, settings)
    requireHome(context)
    return rejectAccount(parseInput(WelcomeBody, request.body), context)
  })
}
