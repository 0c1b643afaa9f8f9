import { authed } from '#platform/http/rpc.ts'
import { createImport, listImports, previewImport } from './service.ts'
import { undoImport } from './undo-service.ts'

const { imports } = authed

export const importsRouter = {
  preview: imports.preview.handler(({ input, context }) => previewImport(context.caller, input, context.clock.now())),
  create: imports.create.handler(({ input, context }) => createImport(context.caller, input, context.clock.now())),
  list: imports.list.handler(({ input, context }) => listImports(context.caller, input.studio_id)),
  undo: imports.undo.handler(({ input, context }) => undoImport(context.caller, input, context.clock.now())),
}
