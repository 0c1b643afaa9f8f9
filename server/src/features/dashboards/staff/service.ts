import { fail } from '@studiohub/contract/errors.ts'
import { canListTasks } from '@studiohub/contract/features/tasks/policy.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import { countStaffWork } from './queries.ts'

export function getStaffStats(caller: Caller, now: Date) {
  return asActor(caller, (tx, actor) => {
    const { user_id, studio_id } = requireRole(actor)
    if (studio_id === null) fail('FORBIDDEN')
    authorize(canListTasks(actor, studio_id))
    return countStaffWork(tx, { studio_id, user_id, now })
  })
}
