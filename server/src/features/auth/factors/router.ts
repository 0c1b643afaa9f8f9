import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { requireBearer } from '../sessions/require-session.ts'
import { readRequestContext } from '../wire/router.ts'
import { type AuthSettings, requireHome, throwAuthError } from '../wire/rules.ts'
import { LinkBody, parseInput } from '../wire/schema.ts'
import { challengeFactor } from './challenge-factor.ts'
import { rejectFactor } from './rejection-service.ts'
import { ChallengeBody, EnrollBody, VerifyBody } from './schema.ts'
import { enrollFactor, removeFactor } from './service.ts'
import { verifyFactor } from './verify-factor.ts'

const Path = z.object({ id: z.uuid() })

function factorOf(request: FastifyRequest): string {
  const path = Path.safeParse(request.params)
  return path.success
    ? path.data.id
    : throwAuthError('validation_failed', { status: 404, message: 'factor_id must be a UUID' })
}

/**
 * `POST /factors`, `POST /factors/{id}/challenge`, `POST /factors/{id}/verify`, `DELETE /factors/{id}`, and our own call
 * `POST /factors/reject`.
 */
export function factorRoutes(app: FastifyInstance, settings: AuthSettings) {
  const { config } = settings
  const readCall = async (request: FastifyRequest, status?: number) => {
    const context = readRequestContext(request, settings)
    return { context, tokenData: await requireBearer(request, context.now, status) }
  }

  app.post('/factors', async (request) => {
    const { tokenData, context } = await readCall(request)
    return enrollFactor(tokenData, parseInput(EnrollBody, request.body), config, context)
  })

  app.post('/factors/:id/challenge', async (request) => {
    const { tokenData, context } = await readCall(request)
    const input = { factor_id: factorOf(request), ...parseInput(ChallengeBody, request.body) }
    return challengeFactor(tokenData, input, config, context)
  })

  app.post('/factors/:id/verify', async (request) => {
    const { tokenData, context } = await readCall(request)
    const attempt = { factor_id: factorOf(request), answer: parseInput(VerifyBody, request.body) }
    return verifyFactor(tokenData, attempt, config, context)
  })

  app.post('/factors/reject', async (request) => {
    const context = readRequestContext(request, settings)
    requireHome(context)
    return rejectFactor(parseInput(LinkBody, request.body), context)
  })

  app.delete('/factors/:id', async (request) => {
    const { tokenData, context } = await readCall(request, 422)
    return removeFactor(tokenData, factorOf(request), context)
  })
}
