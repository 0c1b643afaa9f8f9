import { oc, type Route } from '@orpc/contract'
import { type ErrorCode, errors } from './errors.ts'
import type { FileRule } from './shared/images.ts'

/** The entries of these codes in oRPC's format. */
export function pickErrors<Code extends ErrorCode>(...codes: Code[]) {
  const picked: Partial<Record<Code, { status: number; message: string }>> = {}
  for (const code of codes) picked[code] = errors[code]
  return picked as Record<Code, { status: number; message: string }>
}

/** Metadata of a route. */
export type RouteMeta = {
  /** The limits of the uploaded `file`, enforced while it is read; or one for each last segment of the path. */
  upload?: FileRule | { readonly byLastSegment: Readonly<Record<string, FileRule>> }
  /**
   * What happens with an `Idempotency-Key`. `answer` (default): the response is stored, and a repeat gets it. `none`: the
   * key is ignored; a comment at the route says why.
   */
  onRepeat?: 'answer' | 'none'
}

/** A call of the contract, or the server's procedure for it. */
export type ApiCall = { readonly '~orpc': { readonly route: Route; readonly meta: RouteMeta } }

/**
 * The route and the metadata of a call. oRPC has no function to read them: its manual says to read `~orpc`
 * (https://orpc.dev/docs/metadata). Only this function does.
 */
export const getDefinition = (procedure: ApiCall): ApiCall['~orpc'] => procedure['~orpc']

/** Base of every route, with the errors of any call. */
export const route = oc
  .$meta<RouteMeta>({})
  .errors(
    pickErrors(
      'UNAUTHENTICATED',
      'INSUFFICIENT_AAL',
      'STUDIO_SESSION',
      'VIEW_ONLY',
      'VALIDATION_FAILED',
      'RATE_LIMITED',
      'INTERNAL',
      'UNAVAILABLE',
      'STORAGE_FULL',
    ),
  )

/** Base of routes with a file upload. */
export const uploadRoute = route
  // The stored hash of the body does not include multipart forms.
  .meta({ onRepeat: 'none' })
  .errors(pickErrors('PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'FILES_UNAVAILABLE'))
