import { z } from 'zod'
import { pickErrors, route } from '../../route.ts'
import { Id } from '../../shared/text.ts'
import { NewPlatformTexts, NewStudioTexts, PublicLegalTexts, SavedPlatformTexts, SavedStudioTexts } from './schema.ts'

export const legalTexts = {
  /** The kinds of legal texts that have a page: of the studio with this slug, by default of the platform. For everyone. */
  listPublic: route
    .route({ method: 'GET', path: '/public/legal-texts' })
    .input(z.object({ slug: z.string().max(200).optional() }))
    .output(PublicLegalTexts)
    .errors(pickErrors('NOT_FOUND')),
  get: route
    .route({ method: 'GET', path: '/studios/{studio_id}/legal-texts' })
    .input(z.object({ studio_id: Id }))
    .output(SavedStudioTexts)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND')),
  update: route
    .route({ method: 'PUT', path: '/studios/{studio_id}/legal-texts' })
    .input(NewStudioTexts.extend({ studio_id: Id }))
    .output(SavedStudioTexts)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'STALE_VERSION')),
  /** The texts of the platform itself. */
  getPlatform: route
    .route({ method: 'GET', path: '/legal-texts' })
    .output(SavedPlatformTexts)
    .errors(pickErrors('FORBIDDEN')),
  updatePlatform: route
    .route({ method: 'PUT', path: '/legal-texts' })
    .input(NewPlatformTexts)
    .output(SavedPlatformTexts)
    .errors(pickErrors('FORBIDDEN', 'STALE_VERSION')),
}
