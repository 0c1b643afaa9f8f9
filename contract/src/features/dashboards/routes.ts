import { z } from 'zod'
import { pickErrors, route } from '../../route.ts'
import { Id } from '../../shared/text.ts'
import { StudioStats } from './schema.ts'

export const dashboards = {
  getStudioStats: route
    .route({ method: 'GET', path: '/studios/{studio_id}/stats' })
    .input(z.object({ studio_id: Id }))
    .output(StudioStats)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND')),
}
