import type { FastifyInstance } from 'fastify'
import { sendRedirect } from '../redirects/router.ts'
import { readRequestContext } from '../wire/router.ts'
import type { AuthSettings } from '../wire/rules.ts'
import { parseInput, VerifyBody, VerifyQuery } from '../wire/schema.ts'
import { openLink } from './open-link.ts'
import { verifyProof } from './verify-proof.ts'

/** `GET /verify`, the address of emailed links, and `POST /verify`, for codes and for links on other devices. */
export function verificationRoutes(app: FastifyInstance, settings: AuthSettings) {
  // No HEAD route: mail scanners send HEAD, which would use up the link.
  app.get('/verify', { exposeHeadRoute: false }, async (request, reply) => {
    const link = parseInput(VerifyQuery, request.query)
    const redirection = await openLink(link, settings.config.publicUrl, readRequestContext(request, settings))
    return sendRedirect(reply, { ...redirection, status: 303 })
  })

  app.post('/verify', (request) =>
    verifyProof(parseInput(VerifyBody, request.body), readRequestContext(request, settings)),
  )
}
