import type { FastifyInstance } from 'fastify'
import { mayUsePlainChallenge, type RoomSettings, visitOf } from '../wire/rules.ts'
import { RecoverBody, RedirectQuery, read, readChallenge } from '../wire/schema.ts'
import { recover } from './service.ts'

/** `POST /recover`. */
export function recoveryRoutes(app: FastifyInstance, settings: RoomSettings) {
  const { config } = settings

  app.post('/recover', async (request) => {
    const body = read(RecoverBody, request.body)
    const { redirect_to } = read(RedirectQuery, request.query)
    const challenge = readChallenge(body, mayUsePlainChallenge(config))
    await recover(
      { email: body.email, challenge, redirect_to, publicUrl: config.publicUrl },
      visitOf(request, settings),
    )
    return {}
  })
}
