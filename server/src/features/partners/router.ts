import { errors, fail } from '@studiohub/contract/errors.ts'
import { type PartnershipAnswer, PartnershipApplication } from '@studiohub/contract/features/partners/schema.ts'
import type { FastifyPluginAsync } from 'fastify'
import { readCaller, readIdempotency } from '#platform/auth/session.ts'
import { logError } from '#platform/http/app.ts'
import { getRetrySeconds, toAppError, toErrorResponse } from '#platform/http/errors.ts'
import { authed } from '#platform/http/rpc.ts'
import type { Clock } from '#platform/process/clock.ts'
import type { Log } from '#platform/process/log.ts'
import * as service from './service.ts'

export const partnersRouter = {
  listApplications: authed.partners.listApplications.handler(({ input, context }) =>
    service.listApplications(context.caller, input),
  ),
  getOwnApplication: authed.partners.getOwnApplication.handler(({ context }) =>
    service.getOwnApplication(context.caller),
  ),
}

const BODY_LIMIT_BYTES = 32 * 1024

/**
 * `POST /functions/v1/submit-partnership` (spec section 7). It is not under the API's base path. Responses and errors have
 * their own format, `{ success, error? }`. If fields are invalid, `error` is the first message.
 */
export const partnershipFunction: FastifyPluginAsync<{ clock: Clock; log: Log }> = async (app, { clock, log }) => {
  app.setErrorHandler((error, request, reply) => {
    const appError = toAppError(error)
    logError(log, request, { error, appError })
    const { status, body } = toErrorResponse(appError)
    const seconds = getRetrySeconds(appError)
    if (seconds !== null) reply.header('retry-after', seconds)
    const response: PartnershipAnswer = { success: false, error: body.message }
    return reply.code(status).send(response)
  })
  app.post('/submit-partnership', { bodyLimit: BODY_LIMIT_BYTES }, async (request): Promise<PartnershipAnswer> => {
    request.operation = 'partners.submitApplication'
    const caller = { ...(await readCaller(request, clock.now())), idempotency: readIdempotency(request) }
    const application = PartnershipApplication.safeParse(request.body ?? {})
    if (!application.success) {
      const message = application.error.issues[0]?.message ?? errors.VALIDATION_FAILED.message
      fail('VALIDATION_FAILED', { message })
    }
    await service.submitApplication(caller, application.data, { ip: request.ip, now: clock.now() })
    return { success: true }
  })
}
