import { authed } from '#platform/http/rpc.ts'
import { createComment, deleteComment, listComments } from './comments/service.ts'
import { createFile, deleteFile, listFiles } from './files/service.ts'
import { moveCard } from './moves/service.ts'
import { createSample, deleteSample } from './samples/service.ts'
import * as service from './service.ts'

const { board } = authed

export const boardRouter = {
  list: board.list.handler(({ input, context }) => service.listCards(context.caller, input)),
  create: board.create.handler(({ input, context }) => service.createCard(context.caller, input, context.clock.now())),
  get: board.get.handler(({ input, context }) => service.getCard(context.caller, input.id)),
  update: board.update.handler(({ input: { id, ...changes }, context }) =>
    service.updateCard(context.caller, { id, changes, now: context.clock.now() }),
  ),
  delete: board.delete.handler(({ input, context }) => service.deleteCard(context.caller, input.id)),
  move: board.move.handler(({ input, context }) => moveCard(context.caller, { ...input, now: context.clock.now() })),
  createSample: board.createSample.handler(({ context }) => createSample(context.caller, context.clock.now())),
  deleteSample: board.deleteSample.handler(({ context }) => deleteSample(context.caller)),
  listPeople: board.listPeople.handler(({ input, context }) => service.listPeople(context.caller, input.id)),
  listComments: board.listComments.handler(({ input, context }) => listComments(context.caller, input)),
  createComment: board.createComment.handler(({ input, context }) =>
    createComment(context.caller, { ...input, now: context.clock.now() }),
  ),
  deleteComment: board.deleteComment.handler(({ input, context }) => deleteComment(context.caller, input)),
  listFiles: board.listFiles.handler(({ input, context }) => listFiles(context.caller, input.id, context.clock.now())),
  createFile: board.createFile.handler(({ input, context }) =>
    createFile(context.caller, { ...input, now: context.clock.now() }),
  ),
  deleteFile: board.deleteFile.handler(({ input, context }) => deleteFile(context.caller, input)),
}
