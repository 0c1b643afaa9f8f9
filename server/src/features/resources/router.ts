import { authed } from '#platform/http/rpc.ts'
import { createDayOff, deleteDayOff, listDaysOff } from './days-off/service.ts'
import { getOpeningHours, updateOpeningHours } from './hours/service.ts'
import { createPicture, deletePicture, listPictures, updatePicture } from './pictures/service.ts'
import { createResource, deleteResource, listPeople, listResources, updateResource } from './service.ts'
import { listServices, updateServices } from './services/service.ts'

const { resources } = authed

export const resourcesRouter = {
  list: resources.list.handler(({ input, context }) => listResources(context.caller, input)),
  listPeople: resources.listPeople.handler(({ input, context }) => listPeople(context.caller, input)),
  create: resources.create.handler(({ input, context }) => createResource(context.caller, input)),
  update: resources.update.handler(({ input: { id, ...changes }, context }) =>
    updateResource(context.caller, { id, changes }),
  ),
  delete: resources.delete.handler(({ input, context }) =>
    deleteResource(context.caller, { id: input.id, now: context.clock.now() }),
  ),
  getOpeningHours: resources.getOpeningHours.handler(({ input, context }) =>
    getOpeningHours(context.caller, input.studio_id),
  ),
  updateOpeningHours: resources.updateOpeningHours.handler(({ input, context }) =>
    updateOpeningHours(context.caller, input),
  ),
  listServices: resources.listServices.handler(({ input, context }) => listServices(context.caller, input)),
  updateServices: resources.updateServices.handler(({ input, context }) => updateServices(context.caller, input)),
  listPictures: resources.listPictures.handler(({ input, context }) => listPictures(context.caller, input)),
  createPicture: resources.createPicture.handler(({ input, context }) =>
    createPicture(context.caller, input, context.clock.now()),
  ),
  updatePicture: resources.updatePicture.handler(({ input, context }) => updatePicture(context.caller, input)),
  deletePicture: resources.deletePicture.handler(({ input, context }) => deletePicture(context.caller, input)),
  listDaysOff: resources.listDaysOff.handler(({ input, context }) =>
    listDaysOff(context.caller, input, context.clock.now()),
  ),
  createDayOff: resources.createDayOff.handler(({ input, context }) =>
    createDayOff(context.caller, input, context.clock.now()),
  ),
  deleteDayOff: resources.deleteDayOff.handler(({ input, context }) => deleteDayOff(context.caller, input)),
}
