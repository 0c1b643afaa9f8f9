import type { FastifyInstance, FastifyRequest } from 'fastify'
import { requireBearer } from '#features/auth/sessions/require-session.ts'
import { readRequestContext } from '#features/auth/wire/router.ts'
import type { AuthSettings } from '#features/auth/wire/rules.ts'
import { parseInput } from '#features/auth/wire/schema.ts'
import { RecoveryCodeBody, RecoverySetBody } from '../schema.ts'
import { generateCodes, getStatus, regenerateCodes, removeCodes, verifyCode } from './service.ts'

/** `/factors/recovery-codes`, with `/verify` and `/regenerate` below it, as auth-js 2.119.0 calls them. */
export function recoveryCodeRoutes(app: FastifyInstance, settings: AuthSettings) {
  const PATH = '/factors/recovery-codes'
  const readCall = async (request: FastifyRequest, status?: number) => {
    const context = readRequestContext(request, settings)
    return { context, tokenData: await requireBearer(request, context.now, status) }
  }

  app.get(PATH, async (request) => getStatus((await readCall(request)).tokenData))

  app.post(PATH, async (request) => {
    const { tokenData, context } = await readCall(request)
    return generateCodes(tokenData, parseInput(RecoverySetBody, request.body).friendly_name, settings.config, context)
  })

  app.post(`${PATH}/verify`, async (request) => {
    const { tokenData, context } = await readCall(request)
    return verifyCode(tokenData, parseInput(RecoveryCodeBody, request.body).code, context)
  })

  app.post(`${PATH}/regenerate`, async (request) => {
    const { tokenData, context } = await readCall(request)
    return regenerateCodes(tokenData, context)
  })

  app.delete(PATH, async (request) => {
    const { tokenData, context } = await readCall(request, 422)
    return removeCodes(tokenData, context)
  })
}
