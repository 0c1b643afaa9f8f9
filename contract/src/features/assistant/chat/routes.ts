import { z } from 'zod'
import { pickErrors, route } from '#route.ts'
import { PageQuery, pageOf } from '#shared/page.ts'
import { Id } from '#shared/text.ts'
import { ChatMessage, NewChatMessage } from './schema.ts'

export const chat = {
  /**
   * The caller's conversation about one project or in general at their current studio, newest first. `greeting` is written
   * in the studio's voice. `speaker` says who answers: the built-in answers, or the configured language model.
   */
  list: route
    .route({ method: 'GET', path: '/assistant/messages' })
    .input(PageQuery.extend({ project_id: Id.optional() }))
    .output(pageOf(ChatMessage).extend({ greeting: z.string(), speaker: z.string() }))
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND')),
  /** Stores a message and its answer together, or nothing. */
  create: route
    .route({ method: 'POST', path: '/assistant/messages', successStatus: 201 })
    .input(NewChatMessage)
    .output(z.object({ id: Id, question: ChatMessage, answer: ChatMessage }))
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND')),
}
