import { authed } from '#platform/http/rpc.ts'
import { createMessage } from './create-message.ts'
import { createFile, deleteFile } from './files/service.ts'
import * as service from './service.ts'

const { conversations } = authed

export const conversationsRouter = {
  list: conversations.list.handler(({ input, context }) => service.listConversations(context.caller, input)),
  countUnread: conversations.countUnread.handler(({ input, context }) =>
    service.countUnread(context.caller, input.studio_id),
  ),
  listMessages: conversations.listMessages.handler(({ input, context }) =>
    service.listMessages(context.caller, input, context.clock.now()),
  ),
  createFile: conversations.createFile.handler(({ input, context }) =>
    createFile(context.caller, { ...input, now: context.clock.now() }),
  ),
  deleteFile: conversations.deleteFile.handler(({ input, context }) => deleteFile(context.caller, input)),
  createMessage: conversations.createMessage.handler(({ input, context }) =>
    createMessage(context.caller, input, context.clock.now()),
  ),
  updateBlock: conversations.updateBlock.handler(({ input, context }) =>
    service.updateBlock(context.caller, input, context.clock.now()),
  ),
  read: conversations.read.handler(({ input, context }) =>
    service.readConversation(context.caller, input, context.clock.now()),
  ),
}
