import { authed } from '#platform/http/rpc.ts'
import * as service from './service.ts'

const { apiKeys } = authed

export const apiKeysRouter = {
  list: apiKeys.list.handler(({ input, context }) => service.listApiKeys(context.caller, input.studio_id)),
  create: apiKeys.create.handler(({ input, context: { caller, clock } }) =>
    service.createApiKey(caller, input, clock.now()),
  ),
  listOwn: apiKeys.listOwn.handler(({ context }) => service.listOwnApiKeys(context.caller)),
  createOwn: apiKeys.createOwn.handler(({ input, context: { caller, clock } }) =>
    service.createOwnApiKey(caller, input, clock.now()),
  ),
  update: apiKeys.update.handler(({ input, context: { caller, clock } }) =>
    service.updateApiKey(caller, input, clock.now()),
  ),
  revoke: apiKeys.revoke.handler(({ input, context: { caller, clock } }) =>
    service.revokeApiKey(caller, input.id, clock.now()),
  ),
}
