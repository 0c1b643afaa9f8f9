import { z } from 'zod'
import { pickErrors, route } from '../../route.ts'
import { Id } from '../../shared/text.ts'
import { StudioExport, StudioExportLink } from './schema.ts'

const StudioInput = z.strictObject({ studio_id: Id })

export const studioExports = {
  list: route
    .route({ method: 'GET', path: '/studios/{studio_id}/exports' })
    .input(StudioInput)
    .output(z.object({ items: z.array(StudioExport) }))
    .errors(pickErrors('FORBIDDEN')),
  create: route
    .route({ method: 'POST', path: '/studios/{studio_id}/exports', successStatus: 201 })
    .input(StudioInput)
    .output(StudioExport)
    .errors(pickErrors('FORBIDDEN', 'REAUTH_REQUIRED', 'EXPORT_RUNNING')),
  createLink: route
    .route({ method: 'POST', path: '/studio-exports/{id}/link', successStatus: 201 })
    // The response has a secret link, so it must not be stored for repeats of the call.
    .meta({ onRepeat: 'none' })
    .input(z.strictObject({ id: Id }))
    .output(StudioExportLink)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'REAUTH_REQUIRED')),
}
