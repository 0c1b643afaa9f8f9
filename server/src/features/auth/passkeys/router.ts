import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { requireBearer } from '../sessions/require-session.ts'
import { readRequestContext } from '../wire/router.ts'
import { type AuthSettings, throwAuthError } from '../wire/rules.ts'
import { parseInput } from '../wire/schema.ts'
import { RegisterBody, RenameBody, SignInBody } from './schema.ts'
import { listPasskeys, registerPasskey, removePasskey, renamePasskey, startRegistration } from './service.ts'
import { signInWithPasskey, startSignIn } from './sign-in-with-passkey.ts'

const Path = z.object({ id: z.uuid() })

function passkeyOf(request: FastifyRequest): string {
  const path = Path.safeParse(request.params)
  return path.success ? path.data.id : throwAuthError('passkey_not_found')
}

/** `/passkeys/*`: registration by a signed-in person, sign-in, and the list of a person's passkeys. */
export function passkeyRoutes(app: FastifyInstance, settings: AuthSettings) {
  const { config } = settings
  const readCall = async (request: FastifyRequest) => {
    const context = readRequestContext(request, settings)
    return { context, tokenData: await requireBearer(request, context.now) }
  }

  app.post('/passkeys/registration/options', async (request) => {
    const { tokenData, context } = await readCall(request)
    return startRegistration(tokenData, config, context)
  })

  app.post('/passkeys/registration/verify', async (request) => {
    const { tokenData, context } = await readCall(request)
    return registerPasskey(tokenData, parseInput(RegisterBody, request.body), config, context)
  })

  app.post('/passkeys/authentication/options', async (request) =>
    startSignIn(config, readRequestContext(request, settings)),
  )

  app.post('/passkeys/authentication/verify', async (request) =>
    signInWithPasskey(parseInput(SignInBody, request.body), config, readRequestContext(request, settings)),
  )

  app.get('/passkeys', async (request) => listPasskeys((await readCall(request)).tokenData))

  app.patch('/passkeys/:id', async (request) => {
    const { tokenData, context } = await readCall(request)
    return renamePasskey(tokenData, { id: passkeyOf(request), ...parseInput(RenameBody, request.body) }, context)
  })

  app.delete('/passkeys/:id', async (request, reply) => {
    const { tokenData, context } = await readCall(request)
    await removePasskey(tokenData, passkeyOf(request), context)
    return reply.code(204).send()
  })
}
