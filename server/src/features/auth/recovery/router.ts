import type { FastifyInstance } from 'fastify'
import { requireCaptcha } from '../captcha/service.ts'
import { type AuthSettings, mayUsePlainChallenge, visitOf } from '../wire/rules.ts'
import { RecoverBody, RedirectQuery, read, readChallenge } from '../wire/schema.ts'
import { startRecovery } from './service.ts'

/** `POST /recover`. */
export function recoveryRoutes(app: FastifyInstance, settings: AuthSettings) {
  const { config } = settings

  app.post('/recover', async (request) => {
    const body = read(RecoverBody, request.body)
    const { redirect_to } = read(RedirectQuery, request.query)
    const challenge = readChallenge(body, mayUsePlainChallenge(config))
    const visit = visitOf(request, settings)
    await requireCaptcha(body, config, visit)
    await startRecovery({ email: body.email, challenge, redirect_to, publicUrl: config.publicUrl }, visit)
    return {}
  })
}
