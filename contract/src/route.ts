import { oc } from '@orpc/contract'
import { type ErrorCode, errors } from './errors.ts'
import type { FileRule } from './shared/images.ts'

/** The entries of these codes in oRPC's format. */
export function pickErrors<Code extends ErrorCode>(...codes: Code[]) {
  const picked: Partial<Record<Code, { status: number; message: string }>> = {}
  for (const code of codes) picked[code] = errors[code]
  return picked as Record<Code, { status: number; message: string }>
}

/**
 * Metadata of a route: the limit of the file upload in the field `file`, which applies while reading; or several limits, by
 * the last segment of the address.
 */
export type RouteMeta = {
  upload?: FileRule | { readonly by: Readonly<Record<string, FileRule>> }
  /**
   * What happens with an `Idempotency-Key`. `answer` (default): the response is stored, and a repeat gets it. `none`: the
   * key is ignored; the route gives the reason.
   */
  repeats?: 'answer' | 'none'
}

/** Base of every route, with the errors of any call. */
export const route = oc
  .$meta<RouteMeta>({})
  .errors(
    pickErrors(
      ...([
        'UNAUTHENTICATED',
        'INSUFFICIENT_AAL',
        'STUDIO_SESSION',
        'VIEW_ONLY',
        'VALIDATION_FAILED',
        'RATE_LIMITED',
      ] as const),
      ...(['INTERNAL', 'UNAVAILABLE', 'STORAGE_FULL'] as const),
    ),
  )

/** Base of routes with a file upload. */
export const uploadRoute = route
  // The stored hash of the body does not include multipart forms.
  .meta({ repeats: 'none' })
  .errors(pickErrors('PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'FILES_UNAVAILABLE'))
