import { z } from 'zod'
import { pickErrors, route } from '../../route.ts'
import { PageQuery, pageOf } from '../../shared/page.ts'
import { Id } from '../../shared/text.ts'
import { OpeningHours, Resource, StudioService } from './schema.ts'

export const resources = {
  list: route
    .route({ method: 'GET', path: '/studios/{studio_id}/resources' })
    .input(PageQuery.extend({ studio_id: Id }))
    .output(pageOf(Resource))
    .errors(pickErrors('FORBIDDEN')),
  /** By weekday, then opening time; bounded by the week, so always whole. */
  listOpeningHours: route
    .route({ method: 'GET', path: '/studios/{studio_id}/opening-hours' })
    .input(z.object({ studio_id: Id }))
    .output(pageOf(OpeningHours))
    .errors(pickErrors('FORBIDDEN')),
  listServices: route
    .route({ method: 'GET', path: '/studios/{studio_id}/services' })
    .input(PageQuery.extend({ studio_id: Id }))
    .output(pageOf(StudioService))
    .errors(pickErrors('FORBIDDEN')),
}
