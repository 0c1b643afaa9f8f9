import { authed } from '#platform/http/rpc.ts'
import { listActivity } from './activity/service.ts'
import * as service from './service.ts'
import { listComments, listFiles } from './work/service.ts'

const { projects } = authed

export const projectsRouter = {
  list: projects.list.handler(({ input, context }) => service.listProjects(context.caller, input)),
  stats: projects.stats.handler(({ input, context }) => service.getProjectStats(context.caller, input)),
  create: projects.create.handler(({ input, context }) =>
    service.createProject(context.caller, input, context.clock.now()),
  ),
  get: projects.get.handler(({ input, context }) => service.getProject(context.caller, input.id)),
  update: projects.update.handler(({ input: { id, ...changes }, context }) =>
    service.updateProject(context.caller, { id, changes, now: context.clock.now() }),
  ),
  movePhase: projects.movePhase.handler(({ input, context }) =>
    service.movePhase(context.caller, { ...input, now: context.clock.now() }),
  ),
  sessions: projects.sessions.handler(({ input, context }) =>
    service.listSessions(context.caller, input.id, context.clock.now()),
  ),
  files: projects.files.handler(({ input, context: { caller, clock } }) => listFiles(caller, input, clock.now())),
  comments: projects.comments.handler(({ input, context }) => listComments(context.caller, input)),
  activity: projects.activity.handler(({ input, context }) => listActivity(context.caller, input)),
}
