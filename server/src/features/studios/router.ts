import { authed, publicRoute } from '#platform/http/rpc.ts'
import * as assets from './assets/service.ts'
import { createStudio } from './create-studio.ts'
import * as domain from './domain/service.ts'
import * as sender from './sender/service.ts'
import * as service from './service.ts'
import { updateStudio } from './update-studio.ts'

export const studiosRouter = {
  listPublic: publicRoute.studios.listPublic.handler(({ input, context }) =>
    service.listPublicStudios(context.caller, input),
  ),
  resolve: publicRoute.studios.resolve.handler(({ input, context }) => service.resolveStudio(context.caller, input)),
  list: authed.studios.list.handler(({ input, context }) => service.listStudios(context.caller, input)),
  create: authed.studios.create.handler(({ input, context }) =>
    createStudio(context.caller, input, context.clock.now()),
  ),
  get: authed.studios.get.handler(({ input, context }) => service.getStudio(context.caller, input.studio_id)),
  update: authed.studios.update.handler(({ input: { studio_id, ...changes }, context }) =>
    updateStudio(context.caller, studio_id, changes, context.clock.now()),
  ),
  updateAsset: authed.studios.updateAsset.handler(({ input: { file, ...place }, context }) =>
    assets.updateAsset(context.caller, place, file, context.clock.now()),
  ),
  deleteAsset: authed.studios.deleteAsset.handler(({ input, context }) => assets.deleteAsset(context.caller, input)),
  getDomain: authed.studios.getDomain.handler(({ input, context }) =>
    domain.getDomain(context.caller, input.studio_id),
  ),
  updateDomain: authed.studios.updateDomain.handler(({ input, context }) =>
    domain.updateDomain(context.caller, input.studio_id, input.custom_domain),
  ),
  deleteDomain: authed.studios.deleteDomain.handler(({ input, context }) =>
    domain.deleteDomain(context.caller, input.studio_id),
  ),
  verifyDomain: authed.studios.verifyDomain.handler(({ input, context }) =>
    domain.verifyDomain(context.caller, input.studio_id, context.clock.now()),
  ),
  getSender: authed.studios.getSender.handler(({ input, context }) =>
    sender.getSender(context.caller, input.studio_id),
  ),
  updateSender: authed.studios.updateSender.handler(({ input, context }) =>
    sender.updateSender(context.caller, input, context.clock.now()),
  ),
  deleteSender: authed.studios.deleteSender.handler(({ input, context }) =>
    sender.deleteSender(context.caller, input.studio_id),
  ),
  checkSender: authed.studios.checkSender.handler(({ input, context }) =>
    sender.checkSender(context.caller, input.studio_id, context.clock.now()),
  ),
  rotateSenderKey: authed.studios.rotateSenderKey.handler(({ input, context }) =>
    sender.rotateSenderKey(context.caller, input.studio_id, context.clock.now()),
  ),
}
