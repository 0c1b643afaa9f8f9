import type { FastifyInstance } from 'fastify'
import { requireCaptcha } from '../require-captcha.ts'
import { readRequestContext } from '../wire/router.ts'
import { type AuthSettings, mayUsePlainChallenge } from '../wire/rules.ts'
import { parseInput, RecoverBody, RedirectQuery, readChallenge } from '../wire/schema.ts'
import { startRecovery } from './service.ts'

/** `POST /recover`. */
export function recoveryRoutes(app: FastifyInstance, settings: AuthSettings) {
  const { config } = settings

  app.post('/recover', async (request) => {
    const body = parseInput(RecoverBody, request.body)
    const { redirect_to } = parseInput(RedirectQuery, request.query)
    const challenge = readChallenge(body, mayUsePlainChallenge(config))
    const context = readRequestContext(request, settings)
    await requireCaptcha(body, config, context)
    await startRecovery({ email: body.email, challenge, redirect_to, publicUrl: config.publicUrl }, context)
    return {}
  })
}
