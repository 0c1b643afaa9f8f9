import { z } from 'zod'
import { pickErrors, route } from '../../route.ts'
import { pageOf } from '../../shared/page.ts'
import { Id } from '../../shared/text.ts'
import { NewTask, Task, TaskChanges, TasksQuery } from './schema.ts'

const TaskById = z.strictObject({ id: Id })

export const tasks = {
  list: route
    .route({ method: 'GET', path: '/tasks' })
    .input(TasksQuery)
    .output(pageOf(Task))
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND')),
  create: route
    .route({ method: 'POST', path: '/tasks', successStatus: 201 })
    .input(NewTask)
    .output(Task)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'NOT_IN_CREW')),
  update: route
    .route({ method: 'PATCH', path: '/tasks/{id}' })
    .input(TaskChanges.extend({ id: Id }))
    .output(Task)
    .errors(
      pickErrors('FORBIDDEN', 'NOT_FOUND', 'NOT_IN_CREW', 'FIELD_NOT_ALLOWED', 'INVALID_TRANSITION', 'STALE_VERSION'),
    ),
  start: route
    .route({ method: 'POST', path: '/tasks/{id}/start' })
    .input(TaskById)
    .output(Task)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'INVALID_TRANSITION')),
  complete: route
    .route({ method: 'POST', path: '/tasks/{id}/complete' })
    .input(TaskById)
    .output(Task)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'INVALID_TRANSITION')),
}
