import type { FastifyInstance } from 'fastify'
import { sendOnward } from '../redirects/router.ts'
import { type RoomSettings, visitOf } from '../wire/rules.ts'
import { read, VerifyBody, VerifyQuery } from '../wire/schema.ts'
import { openLink, verify } from './service.ts'

/** `GET /verify`, the address in mails, and `POST /verify`, for codes and for other devices. */
export function verificationRoutes(app: FastifyInstance, settings: RoomSettings) {
  // No HEAD beside this GET: scanners in mailboxes ask with it, and the link would be used up.
  app.get('/verify', { exposeHeadRoute: false }, async (request, reply) => {
    const link = read(VerifyQuery, request.query)
    const onward = await openLink(link, settings.config.publicUrl, visitOf(request, settings))
    return sendOnward(reply, { ...onward, status: 303 })
  })

  app.post('/verify', (request) => verify(read(VerifyBody, request.body), visitOf(request, settings)))
}
