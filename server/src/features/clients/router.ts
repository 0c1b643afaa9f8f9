import { authed } from '#platform/http/rpc.ts'
import { createClient } from './create-client.ts'
import * as imports from './imports/service.ts'
import { mergeClient, previewMerge } from './merge-client.ts'
import { getClient, getHistory } from './service.ts'
import { updateClient } from './update-client.ts'

const { clients } = authed

export const clientsRouter = {
  get: clients.get.handler(({ input, context }) => getClient(context.caller, input)),
  create: clients.create.handler(({ input, context }) => createClient(context.caller, input, context.clock.now())),
  update: clients.update.handler(({ input, context }) => updateClient(context.caller, input, context.clock.now())),
  getHistory: clients.getHistory.handler(({ input, context }) => getHistory(context.caller, input)),
  previewMerge: clients.previewMerge.handler(({ input, context }) => previewMerge(context.caller, input)),
  merge: clients.merge.handler(({ input, context }) => mergeClient(context.caller, input, context.clock.now())),
  previewImport: clients.previewImport.handler(({ input, context }) =>
    imports.previewImport(context.caller, input, context.clock.now()),
  ),
  import: clients.import.handler(({ input, context }) =>
    imports.importClients(context.caller, input, context.clock.now()),
  ),
  listImports: clients.listImports.handler(({ input, context }) =>
    imports.listImports(context.caller, input.studio_id),
  ),
  undoImport: clients.undoImport.handler(({ input, context }) =>
    imports.undoImport(context.caller, input, context.clock.now()),
  ),
}
