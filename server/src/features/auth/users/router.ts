import type { FastifyInstance } from 'fastify'
import { requireCaptcha } from '../require-captcha.ts'
import { requireBearer } from '../sessions/require-session.ts'
import { updateAccount } from '../update-account.ts'
import { readRequestContext } from '../wire/router.ts'
import { type AuthSettings, mayUsePlainChallenge } from '../wire/rules.ts'
import { parseInput, RedirectQuery, readChallenge, SignUpBody, UserBody } from '../wire/schema.ts'
import { presentUser } from './rules.ts'
import { signUp } from './service.ts'

/** Whether the body changes a sign-in method. If it does, GoTrue's status for a missing second factor is 401. */
function changesSignIn(input: unknown): boolean {
  const { success, data } = UserBody.safeParse(input)
  return success && [data.password, data.email, data.phone].some((field) => field !== null)
}

/** `POST /signup`, `GET /user` and `PUT /user`. */
export function userRoutes(app: FastifyInstance, settings: AuthSettings) {
  const { config } = settings

  app.post('/signup', async (request) => {
    const body = parseInput(SignUpBody, request.body)
    const { redirect_to } = parseInput(RedirectQuery, request.query)
    const challenge = readChallenge(body, mayUsePlainChallenge(config))
    const context = readRequestContext(request, settings)
    await requireCaptcha(body, config, context)
    return signUp({ ...body, challenge, redirect_to }, config, context)
  })

  app.get('/user', async (request) => {
    const { user, identities, factors } = await requireBearer(request, settings.clock.now())
    return presentUser(user, identities, factors)
  })

  app.put('/user', async (request) => {
    const context = readRequestContext(request, settings)
    const tokenData = await requireBearer(request, context.now, changesSignIn(request.body) ? 401 : 403)
    const body = parseInput(UserBody, request.body)
    const { redirect_to } = parseInput(RedirectQuery, request.query)
    readChallenge(body, mayUsePlainChallenge(config))
    return updateAccount(tokenData, { ...body, redirect_to }, config, context)
  })
}
