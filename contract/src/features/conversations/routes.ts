import { z } from 'zod'
import { pickErrors, route, uploadRoute } from '../../route.ts'
import { fileRule } from '../../shared/files.ts'
import { PageQuery, pageOf } from '../../shared/page.ts'
import { Id } from '../../shared/text.ts'
import { Conversation, ConversationMessage, ConversationState, MessageFile, NewFile, NewMessage } from './schema.ts'

const AtStudio = z.object({ studio_id: Id })
/** `client_id` may also be the account's id. */
const OfClient = AtStudio.extend({ client_id: Id })

export const conversations = {
  /** The caller's conversations at a studio, newest first: all, only those with unread messages, or only those without. */
  list: route
    .route({ method: 'GET', path: '/studios/{studio_id}/conversations' })
    .input(PageQuery.extend({ studio_id: Id, show: z.enum(['unread', 'read']).optional() }))
    .output(pageOf(Conversation))
    .errors(pickErrors('FORBIDDEN')),
  /** How many of the caller's conversations have unread messages. */
  countUnread: route
    .route({ method: 'GET', path: '/studios/{studio_id}/conversations/unread' })
    .input(AtStudio)
    .output(z.object({ unread: z.number().int() }))
    .errors(pickErrors('FORBIDDEN')),
  /** The messages, newest first. A conversation begins with its first message; until then the list is empty. */
  listMessages: route
    .route({ method: 'GET', path: '/studios/{studio_id}/clients/{client_id}/messages' })
    .input(PageQuery.extend({ studio_id: Id, client_id: Id, project_id: Id.optional() }))
    .output(pageOf(ConversationMessage).extend({ conversation: ConversationState }))
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND')),
  createMessage: route
    .route({ method: 'POST', path: '/studios/{studio_id}/clients/{client_id}/messages', successStatus: 201 })
    .input(NewMessage.extend({ studio_id: Id, client_id: Id }))
    .output(ConversationMessage)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'CLIENT_REMOVED', 'MESSAGES_BLOCKED')),
  /**
   * Multipart, in the field `file`. Uploads a file for a message, which names it in `file_ids`. A file that is not sent is
   * deleted after a day.
   */
  createFile: uploadRoute
    .meta({ upload: fileRule })
    .route({ method: 'POST', path: '/studios/{studio_id}/clients/{client_id}/message-files', successStatus: 201 })
    .input(NewFile.extend({ studio_id: Id, client_id: Id }))
    .output(MessageFile)
    .errors(
      pickErrors(
        'FORBIDDEN',
        'NOT_FOUND',
        'CLIENT_REMOVED',
        'MESSAGES_BLOCKED',
        'FILES_QUOTA',
        'IMAGE_TOO_COMPLEX',
        'IMAGE_UNREADABLE',
      ),
    ),
  /** Removes a file that was not sent. */
  deleteFile: route
    .route({ method: 'DELETE', path: '/studios/{studio_id}/message-files/{id}' })
    .input(z.object({ studio_id: Id, id: Id }))
    .output(z.object({ id: Id }))
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND')),
  /** Blocks the messages of a client to the studio, or allows them again. */
  updateBlock: route
    .route({ method: 'PUT', path: '/studios/{studio_id}/clients/{client_id}/message-block' })
    .input(z.strictObject({ studio_id: Id, client_id: Id, blocked: z.boolean({ error: 'Blocked is on or off' }) }))
    .output(z.object({ blocked: z.boolean() }))
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND')),
  /** Marks a conversation as read up to a message. */
  read: route
    .route({ method: 'POST', path: '/studios/{studio_id}/clients/{client_id}/messages/read' })
    .input(OfClient.extend({ project_id: Id.optional(), seq: z.number().int().min(1) }))
    .output(z.object({ seq: z.number().int() }))
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND')),
}
