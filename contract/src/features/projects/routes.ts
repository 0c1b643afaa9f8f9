import { z } from 'zod'
import { pickErrors, route } from '../../route.ts'
import { PageQuery, pageOf } from '../../shared/page.ts'
import { Id } from '../../shared/text.ts'
import {
  Activity,
  NewProjectAtStudio,
  Phase,
  PhaseMove,
  Project,
  ProjectChanges,
  ProjectComment,
  ProjectFile,
  ProjectSession,
  ProjectStats,
  ProjectStatus,
} from './schema.ts'
import { PROJECT_SEARCH_MAX } from './words.ts'

const ProjectById = z.object({ id: Id })

export const projects = {
  /** Last changed first. Without `studio_id` the caller's own studio; clients get their own projects. */
  list: route
    .route({ method: 'GET', path: '/projects' })
    .input(
      PageQuery.extend({
        studio_id: Id.optional(),
        client_id: Id.optional(),
        status: ProjectStatus.optional(),
        phase: Phase.optional(),
        /** Text to find in the title or the description; case is ignored. */
        q: z.string().trim().max(PROJECT_SEARCH_MAX).optional(),
      }),
    )
    .output(pageOf(Project))
    .errors(pickErrors('FORBIDDEN')),
  stats: route
    .route({ method: 'GET', path: '/projects/stats' })
    .input(z.object({ studio_id: Id.optional() }))
    .output(ProjectStats)
    .errors(pickErrors('FORBIDDEN')),
  create: route
    .route({ method: 'POST', path: '/projects', successStatus: 201 })
    .input(NewProjectAtStudio)
    .output(Project)
    .errors(pickErrors('FORBIDDEN', 'CLIENT_NOT_IN_STUDIO')),
  get: route
    .route({ method: 'GET', path: '/projects/{id}' })
    .input(ProjectById)
    .output(Project)
    .errors(pickErrors('NOT_FOUND')),
  update: route
    .route({ method: 'PATCH', path: '/projects/{id}' })
    .input(ProjectChanges.extend({ id: Id }))
    .output(Project)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'STALE_VERSION')),
  /** One phase forward or back, from the first to the last. */
  movePhase: route
    .route({ method: 'POST', path: '/projects/{id}/phase' })
    .input(PhaseMove.extend({ id: Id }))
    .output(Project)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'INVALID_TRANSITION', 'STALE_VERSION')),
  /** The project's next confirmed bookings, ten at most. */
  sessions: route
    .route({ method: 'GET', path: '/projects/{id}/sessions' })
    .input(ProjectById)
    .output(z.object({ items: z.array(ProjectSession) }))
    .errors(pickErrors('NOT_FOUND')),
  /** The files on the cards of a project and in its messages that the actor may read, newest first. */
  files: route
    .route({ method: 'GET', path: '/projects/{id}/files' })
    .input(PageQuery.extend({ id: Id }))
    .output(pageOf(ProjectFile))
    .errors(pickErrors('NOT_FOUND')),
  /** The comments on the cards of a project, newest first. */
  comments: route
    .route({ method: 'GET', path: '/projects/{id}/comments' })
    .input(PageQuery.extend({ id: Id }))
    .output(pageOf(ProjectComment))
    .errors(pickErrors('NOT_FOUND')),
  /** The events of a project: phases, cards, bookings, files. */
  activity: route
    .route({ method: 'GET', path: '/projects/{id}/activity' })
    .input(PageQuery.extend({ id: Id }))
    .output(pageOf(Activity))
    .errors(pickErrors('NOT_FOUND')),
}
