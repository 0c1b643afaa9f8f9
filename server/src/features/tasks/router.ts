import { authed } from '#platform/http/rpc.ts'
import * as service from './service.ts'

const { tasks } = authed

export const tasksRouter = {
  list: tasks.list.handler(({ input, context }) => service.listTasks(context.caller, input)),
  create: tasks.create.handler(({ input, context: { caller, clock } }) =>
    service.createTask(caller, input, clock.now()),
  ),
  update: tasks.update.handler(({ input, context: { caller, clock } }) =>
    service.updateTask(caller, input, clock.now()),
  ),
  start: tasks.start.handler(({ input, context: { caller, clock } }) =>
    service.startTask(caller, input.id, clock.now()),
  ),
  complete: tasks.complete.handler(({ input, context: { caller, clock } }) =>
    service.completeTask(caller, input.id, clock.now()),
  ),
}
