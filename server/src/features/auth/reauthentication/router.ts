import type { FastifyInstance } from 'fastify'
import { requireBearer } from '../sessions/require-session.ts'
import { readRequestContext } from '../wire/router.ts'
import type { AuthSettings } from '../wire/rules.ts'
import { mailNonce } from './service.ts'

/** `GET /reauthenticate`. */
export function reauthenticationRoutes(app: FastifyInstance, settings: AuthSettings) {
  // The client uses GET, although the call sends an email. The call needs a token, so other sites and prefetching cannot make
  // it.
  app.get('/reauthenticate', { exposeHeadRoute: false }, async (request) => {
    const context = readRequestContext(request, settings)
    await mailNonce(await requireBearer(request, context.now), settings.config.publicUrl, context)
    return {}
  })
}
