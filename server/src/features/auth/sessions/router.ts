import type { FastifyInstance } from 'fastify'
import { requireCaptcha } from '../captcha/service.ts'
import { exchangeCode } from '../flows/service.ts'
import { signInWithIdToken } from '../providers/sign-in-with-id-token.ts'
import { signInWithPassword } from '../sign-in-with-password.ts'
import { type AuthSettings, throwAuthError, visitOf } from '../wire/rules.ts'
import { GrantQuery, IdTokenBody, LogoutQuery, PasswordBody, PkceBody, RefreshBody, read } from '../wire/schema.ts'
import { logOut } from './end-sessions.ts'
import { refreshSession } from './refresh-session.ts'
import { requireBearer } from './require-session.ts'

/** `POST /token` with its grants, and `POST /logout`. */
export function sessionRoutes(app: FastifyInstance, settings: AuthSettings) {
  app.post('/token', async (request) => {
    const visit = visitOf(request, settings)
    const { grant_type } = read(GrantQuery, request.query)
    switch (grant_type) {
      case 'password': {
        const body = read(PasswordBody, request.body)
        await requireCaptcha(body, settings.config, visit)
        return signInWithPassword(body, visit)
      }
      case 'refresh_token':
        return refreshSession(read(RefreshBody, request.body).refresh_token, visit)
      case 'pkce':
        return exchangeCode(read(PkceBody, request.body), settings.config, visit)
      case 'id_token': {
        const body = read(IdTokenBody, request.body)
        const linker = body.link_identity ? await requireBearer(request, visit.now) : null
        return signInWithIdToken(body, linker, settings.config, visit)
      }
      case 'web3':
        return throwAuthError('web3_provider_disabled')
      default:
        return throwAuthError('invalid_credentials', { message: 'unsupported_grant_type' })
    }
  })

  app.post('/logout', async (request, reply) => {
    const visit = visitOf(request, settings)
    const signedIn = await requireBearer(request, visit.now)
    await logOut(signedIn, read(LogoutQuery, request.query).scope, visit)
    return reply.code(204).send()
  })
}
