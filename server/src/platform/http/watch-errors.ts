import { contract } from '@studiohub/contract/api.ts'
import { errors } from '@studiohub/contract/errors.ts'
import { getDefinition } from '@studiohub/contract/route.ts'
import { auditDenied } from '../audit/audit.ts'
import type { Clock } from '../process/clock.ts'
import type { Log } from '../process/log.ts'
import { logError } from './app.ts'
import type { ErrorWatcher } from './rpc.ts'

const routePaths = Object.values(contract).flatMap((group) =>
  Object.values(group).map((procedure) => getDefinition(procedure).route.path),
)
const pathWords = new Set(['', 'api', 'v1', ...routePaths.flatMap((path) => path?.split('/') ?? [])])
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** The path of a call with only ids and words of the API. All other parts, which a person may have typed, become `*`. */
const maskPath = (url: string) =>
  (url.split('?')[0] ?? '')
    .split('/')
    .map((part) => (pathWords.has(part) || UUID.test(part) ? part : '*'))
    .join('/')

/**
 * Logs every error, and records denied calls of signed-in people in the audit log (decisions, "Access"). Denied calls of
 * visitors and invalid input are only logged.
 */
export function watchErrors(log: Log, clock: Clock): ErrorWatcher {
  return (request, { error, appError }) => {
    logError(log, request, { error, appError })
    const { actor } = request
    const isDenied = appError !== null && [403, 404].includes(errors[appError.code].status)
    if (!isDenied || !actor?.user_id) return
    const entry = {
      actor_id: actor.user_id,
      session_id: actor.session_id,
      key_id: actor.key?.id ?? null,
      studio_id: actor.studio_id,
      action: request.operation ?? 'unknown',
      object_type: 'call',
      object_id: maskPath(request.url),
      after: { code: appError.code },
      request_id: request.id,
    }
    auditDenied(entry, clock.now()).catch((failure: unknown) =>
      log.error({ err: failure }, 'the audit log could not be written'),
    )
  }
}
