import { z } from 'zod'
import { pickErrors, route } from '../../../route.ts'
import { PageQuery, pageOf } from '../../../shared/page.ts'
import { Id } from '../../../shared/text.ts'
import { ChatMessage, NewChatMessage } from './schema.ts'

export const chat = {
  /**
   * The caller's conversation at their current studio, or about one of its projects, newest first. `greeting` is in the
   * studio's voice; `speaker` names the built-in answers or the language model that the operator has configured.
   */
  list: route
    .route({ method: 'GET', path: '/assistant/messages' })
    .input(PageQuery.extend({ project_id: Id.optional() }))
    .output(pageOf(ChatMessage).extend({ greeting: z.string(), speaker: z.string() }))
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND')),
  /** Stores a message and its answer, or neither. */
  create: route
    .route({ method: 'POST', path: '/assistant/messages', successStatus: 201 })
    .input(NewChatMessage)
    .output(z.object({ id: Id, question: ChatMessage, answer: ChatMessage }))
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND')),
}
