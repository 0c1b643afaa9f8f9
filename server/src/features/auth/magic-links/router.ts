import type { FastifyInstance } from 'fastify'
import { requireCaptcha } from '../require-captcha.ts'
import { readRequestContext } from '../wire/router.ts'
import { type AuthSettings, mayUsePlainChallenge } from '../wire/rules.ts'
import { OtpBody, parseInput, RedirectQuery, readChallenge } from '../wire/schema.ts'
import { sendSignInLink } from './service.ts'

/** `POST /otp`. */
export function magicLinkRoutes(app: FastifyInstance, settings: AuthSettings) {
  const { config } = settings

  app.post('/otp', async (request) => {
    const body = parseInput(OtpBody, request.body)
    const { redirect_to } = parseInput(RedirectQuery, request.query)
    const context = readRequestContext(request, settings)
    const challenge = readChallenge(body, mayUsePlainChallenge(config))
    await requireCaptcha(body, config, context)
    const create_user = body.create_user && config.authSignup
    await sendSignInLink({ ...body, create_user, challenge, redirect_to, publicUrl: config.publicUrl }, context)
    return {}
  })
}
