import { oc } from '@orpc/contract'
import { type ErrorCode, errors } from './errors.ts'
import type { FileRule } from './shared/images.ts'

/** The catalogue's entries for the codes that a route names, in the form that oRPC wants. */
export function pickErrors<Code extends ErrorCode>(...codes: Code[]) {
  const picked: Partial<Record<Code, { status: number; message: string }>> = {}
  for (const code of codes) picked[code] = errors[code]
  return picked as Record<Code, { status: number; message: string }>
}

/**
 * What else is known of a route: the file that it takes as the field `file`, so that no more than that is read; or of
 * a route that takes several kinds, each by what stands for it at the end of the address.
 */
export type RouteMeta = {
  upload?: FileRule | { readonly by: Readonly<Record<string, FileRule>> }
  /**
   * What comes of an `Idempotency-Key` where a call makes or changes something. `answer`, unless a route says otherwise: the
   * answer is kept, and a repeat gets it. `none`: the key is ignored, for the reason beside it.
   */
  repeats?: 'answer' | 'none'
}

/** Where every route begins: what any call may be refused with. */
export const route = oc
  .$meta<RouteMeta>({})
  .errors(
    pickErrors(
      ...(['UNAUTHENTICATED', 'INSUFFICIENT_AAL', 'STUDIO_SESSION', 'VALIDATION_FAILED', 'RATE_LIMITED'] as const),
      ...(['INTERNAL', 'UNAVAILABLE', 'STORAGE_FULL'] as const),
    ),
  )

/** Where a route that takes a file begins. */
export const uploadRoute = route
  // A key is kept with a hash of the body, which does not cover a multipart form.
  .meta({ repeats: 'none' })
  .errors(pickErrors('PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'FILES_UNAVAILABLE'))
