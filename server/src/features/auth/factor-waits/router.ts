import type { FastifyInstance } from 'fastify'
import { RecoveryCodeBody } from '../factors/schema.ts'
import { requireBearer } from '../sessions/require-session.ts'
import { readRequestContext } from '../wire/router.ts'
import type { AuthSettings } from '../wire/rules.ts'
import { parseInput } from '../wire/schema.ts'
import { stopFactorWait } from './stop-factor-wait.ts'

/** `POST /factor-waits/keep`: our own call, not part of auth-js. */
export function factorWaitRoutes(app: FastifyInstance, settings: AuthSettings) {
  app.post('/factor-waits/keep', async (request) => {
    const context = readRequestContext(request, settings)
    const tokenData = await requireBearer(request, context.now)
    return stopFactorWait(tokenData, parseInput(RecoveryCodeBody, request.body).code, context)
  })
}
