import type { FastifyInstance } from 'fastify'
import { requireCaptcha } from '../require-captcha.ts'
import { readRequestContext } from '../wire/router.ts'
import { type AuthSettings, mayUsePlainChallenge } from '../wire/rules.ts'
import { parseInput, RedirectQuery, ResendBody, readChallenge } from '../wire/schema.ts'
import { resendProof } from './service.ts'

/** `POST /resend`. */
export function resendRoutes(app: FastifyInstance, settings: AuthSettings) {
  const { config } = settings

  app.post('/resend', async (request) => {
    const body = parseInput(ResendBody, request.body)
    const { redirect_to } = parseInput(RedirectQuery, request.query)
    const context = readRequestContext(request, settings)
    const challenge = readChallenge(body, mayUsePlainChallenge(config))
    await requireCaptcha(body, config, context)
    await resendProof({ ...body, challenge, redirect_to, publicUrl: config.publicUrl }, context)
    return {}
  })
}
