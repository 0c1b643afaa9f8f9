import type { FastifyInstance } from 'fastify'
import { exchangeCode } from '../flows/service.ts'
import { signInWithIdToken } from '../providers/sign-in-with-id-token.ts'
import { requireCaptcha } from '../require-captcha.ts'
import { signInWithPassword } from '../sign-in-with-password.ts'
import { readRequestContext } from '../wire/router.ts'
import { type AuthSettings, throwAuthError } from '../wire/rules.ts'
import {
  GrantQuery,
  IdTokenBody,
  LogoutQuery,
  PasswordBody,
  PkceBody,
  parseInput,
  RefreshBody,
} from '../wire/schema.ts'
import { logOut } from './end-sessions.ts'
import { refreshSession } from './refresh-session.ts'
import { requireBearer } from './require-session.ts'

/** `POST /token` with its grants, and `POST /logout`. */
export function sessionRoutes(app: FastifyInstance, settings: AuthSettings) {
  app.post('/token', async (request) => {
    const context = readRequestContext(request, settings)
    const { grant_type } = parseInput(GrantQuery, request.query)
    switch (grant_type) {
      case 'password': {
        const body = parseInput(PasswordBody, request.body)
        await requireCaptcha(body, settings.config, context)
        return signInWithPassword(body, context)
      }
      case 'refresh_token':
        return refreshSession(parseInput(RefreshBody, request.body).refresh_token, context)
      case 'pkce':
        return exchangeCode(parseInput(PkceBody, request.body), settings.config, context)
      case 'id_token': {
        const body = parseInput(IdTokenBody, request.body)
        const linkingUser = body.link_identity ? await requireBearer(request, context.now) : null
        return signInWithIdToken(body, linkingUser, settings.config, context)
      }
      case 'web3':
        return throwAuthError('web3_provider_disabled')
      default:
        return throwAuthError('invalid_credentials', { message: 'unsupported_grant_type' })
    }
  })

  app.post('/logout', async (request, reply) => {
    const context = readRequestContext(request, settings)
    const tokenData = await requireBearer(request, context.now)
    await logOut(tokenData, parseInput(LogoutQuery, request.query).scope, context)
    return reply.code(204).send()
  })
}
