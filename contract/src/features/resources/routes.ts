import { z } from 'zod'
import { pickErrors, route, uploadRoute } from '../../route.ts'
import { imageRules } from '../../shared/images.ts'
import { PageQuery, pageOf } from '../../shared/page.ts'
import { Id } from '../../shared/text.ts'
import { DayOff, NewDayOff } from './days-off/schema.ts'
import { NewPicture, Picture, PictureChanges } from './pictures/schema.ts'
import { NewOpeningTimes, NewResource, OpeningTimes, Resource, ResourceChanges, StudioPerson } from './schema.ts'
import { NewServices, StudioService } from './services/schema.ts'

const AtStudio = z.object({ studio_id: Id })
const Services = pageOf(StudioService).extend({
  /** The currency of prices that name none. */
  currency: z.string(),
  version: z.number().int(),
})

const Pictures = z.object({ items: z.array(Picture), next_cursor: z.null() })

export const resources = {
  /**
   * The resources in the studio's order. Archived ones are included only if its admin asks for them. `rooms_max` is the
   * number of active rooms in its plan; null: no limit.
   */
  list: route
    .route({ method: 'GET', path: '/studios/{studio_id}/resources' })
    .input(PageQuery.extend({ studio_id: Id, state: z.enum(['live', 'archived']).optional() }))
    .output(pageOf(Resource).extend({ rooms_max: z.number().int().nullable() }))
    .errors(pickErrors('FORBIDDEN')),
  /** The people who work at the studio, by name. An admin can book them and assign tasks to them. */
  listPeople: route
    .route({ method: 'GET', path: '/studios/{studio_id}/resources/people' })
    .input(PageQuery.extend({ studio_id: Id }))
    .output(pageOf(StudioPerson))
    .errors(pickErrors('FORBIDDEN')),
  create: route
    .route({ method: 'POST', path: '/studios/{studio_id}/resources', successStatus: 201 })
    .input(NewResource.extend({ studio_id: Id }))
    .output(Resource)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'PLAN_LIMIT_REACHED', 'NOT_IN_CREW', 'PERSON_LISTED')),
  update: route
    .route({ method: 'PATCH', path: '/resources/{id}' })
    .input(ResourceChanges.extend({ id: Id }))
    .output(Resource)
    .errors(
      pickErrors('FORBIDDEN', 'NOT_FOUND', 'PLAN_LIMIT_REACHED', 'NOT_IN_CREW', 'PERSON_LISTED', 'STALE_VERSION'),
    ),
  /**
   * Deletes a resource that was never booked; the answer is then null. A resource that was booked is archived with its
   * history.
   */
  delete: route
    .route({ method: 'DELETE', path: '/resources/{id}' })
    .input(z.object({ id: Id }))
    .output(Resource.nullable())
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'RESOURCE_BOOKED')),
  /**
   * The weekly opening hours, by weekday and time, and the exceptions by date. The number is limited, so there are no pages.
   */
  getOpeningHours: route
    .route({ method: 'GET', path: '/studios/{studio_id}/opening-hours' })
    .input(AtStudio)
    .output(OpeningTimes)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND')),
  updateOpeningHours: route
    .route({ method: 'PUT', path: '/studios/{studio_id}/opening-hours' })
    .input(NewOpeningTimes.extend({ studio_id: Id }))
    .output(OpeningTimes)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'STALE_VERSION')),
  listServices: route
    .route({ method: 'GET', path: '/studios/{studio_id}/services' })
    .input(PageQuery.extend({ studio_id: Id }))
    .output(Services)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND')),
  /**
   * Replaces the whole list of services. An omitted service is deleted, or becomes inactive if bookings use it. A key never
   * changes.
   */
  updateServices: route
    .route({ method: 'PUT', path: '/studios/{studio_id}/services' })
    .input(NewServices.extend({ studio_id: Id }))
    .output(Services)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'STALE_VERSION')),
  /** All pictures of services and rooms, in their order. The number is limited, so there are no pages. */
  listPictures: route
    .route({ method: 'GET', path: '/studios/{studio_id}/pictures' })
    .input(AtStudio)
    .output(Pictures)
    .errors(pickErrors('FORBIDDEN')),
  /** Multipart: the picture in `file`, and its service or room in another field. It becomes their last picture. */
  createPicture: uploadRoute
    .route({ method: 'POST', path: '/studios/{studio_id}/pictures', successStatus: 201 })
    .meta({ upload: imageRules.picture })
    .input(NewPicture)
    .output(Picture)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'PICTURES_LIMIT', 'IMAGE_TOO_COMPLEX', 'IMAGE_UNREADABLE')),
  updatePicture: route
    .route({ method: 'PATCH', path: '/pictures/{id}' })
    .input(PictureChanges.extend({ id: Id }))
    .output(Picture)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND')),
  /** Returns what was removed. */
  deletePicture: route
    .route({ method: 'DELETE', path: '/pictures/{id}' })
    .input(z.object({ id: Id }))
    .output(Picture)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND')),
  /**
   * Current and future days off: of everyone for the desk, of themselves for other crew. The number is limited, so there are
   * no pages.
   */
  listDaysOff: route
    .route({ method: 'GET', path: '/studios/{studio_id}/days-off' })
    .input(AtStudio)
    .output(z.object({ items: z.array(DayOff), next_cursor: z.null() }))
    .errors(pickErrors('FORBIDDEN')),
  /** Adds days off. Sessions of the person in this time stay; `sessions` counts them. */
  createDayOff: route
    .route({ method: 'POST', path: '/studios/{studio_id}/days-off', successStatus: 201 })
    .input(NewDayOff.safeExtend({ studio_id: Id }))
    .output(DayOff.extend({ sessions: z.number().int() }))
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND')),
  deleteDayOff: route
    .route({ method: 'DELETE', path: '/days-off/{id}' })
    .input(z.object({ id: Id }))
    .output(DayOff)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND')),
}
