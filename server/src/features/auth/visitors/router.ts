import type { FastifyInstance } from 'fastify'
import { type AuthSettings, requestContextOf, throwAuthError } from '../wire/rules.ts'
import { LinkBody, read } from '../wire/schema.ts'
import { signInVisitor } from './service.ts'

/** `POST /visitor`, the button on the page of a visitor's link. This call is our own; GoTrue has none. */
export function visitorRoutes(app: FastifyInstance, settings: AuthSettings) {
  app.post('/visitor', (request) => {
    const token = read(LinkBody, request.body).token_hash
    if (token === null) throwAuthError('validation_failed', { message: "Sign-in requires a link's token" })
    return signInVisitor(token, settings.config, requestContextOf(request, settings))
  })
}
