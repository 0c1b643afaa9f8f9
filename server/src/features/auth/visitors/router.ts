import type { FastifyInstance } from 'fastify'
import { readRequestContext } from '../wire/router.ts'
import { type AuthSettings, throwAuthError } from '../wire/rules.ts'
import { LinkBody, parseInput } from '../wire/schema.ts'
import { signInVisitor } from './service.ts'

/** `POST /visitor`, for the button on the page of a visitor's link: our own call, not in auth-js. */
export function visitorRoutes(app: FastifyInstance, settings: AuthSettings) {
  app.post('/visitor', (request) => {
    const token = parseInput(LinkBody, request.body).token_hash
    if (token === null) throwAuthError('validation_failed', { message: "Sign-in requires a link's token" })
    return signInVisitor(token, settings.config, readRequestContext(request, settings))
  })
}
