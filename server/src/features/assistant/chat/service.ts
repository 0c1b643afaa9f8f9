import type { Actor } from '@studiohub/contract/actor.ts'
import { fail } from '@studiohub/contract/errors.ts'
import { canChat } from '@studiohub/contract/features/assistant/chat/policy.ts'
import { composeAnswer, findIntent, greetingFor } from '@studiohub/contract/features/assistant/chat/rules.ts'
import type { NewChatMessage, OfferedStart } from '@studiohub/contract/features/assistant/chat/schema.ts'
import { plainFormats } from '@studiohub/contract/shared/formats.ts'
import { getProject } from '#features/projects/queries.ts'
import type { Question } from '#platform/assistant/answer-provider.ts'
import { getAnswerProvider } from '#platform/assistant/open.ts'
import { audit } from '#platform/audit/audit.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { readPage, toPage } from '#platform/http/cursor.ts'
import { type Limit, requireLimits } from '#platform/http/limits.ts'
import { type ChatContext, findFacts } from './find-facts.ts'
import * as queries from './queries.ts'

const perPerson: Limit = { name: 'assistant.ask', count: 60, per_seconds: 60 }

type ListMessagesInput = { project_id?: string | undefined; cursor?: string | undefined; limit?: number | undefined }

/** The caller's own conversation, newest first. */
export function listMessages(caller: Caller, query: ListMessagesInput) {
  const { after, limit, rows } = readPage(query)
  return asActor(caller, async (tx, actor) => {
    const { voice, ...conversation } = await requireConversation(tx, actor, query.project_id ?? null)
    const messages = await queries.listMessages(tx, conversation, { before: after?.[0] ?? null, limit: rows })
    const { items, next_cursor } = toPage(messages, limit, (row) => [row.seq, row.id])
    return {
      items: items.map(({ seq, ...message }) => message),
      next_cursor,
      greeting: greetingFor(voice.voice_setting, voice.name),
      speaker: getAnswerProvider().name,
    }
  })
}

/**
 * Stores a message and its answer. A first transaction reads the facts with the caller's rights. The answer is created
 * outside of transactions, because a language model can be slow. A second transaction stores both messages or neither.
 */
export async function createMessage(
  caller: Caller,
  { content, project_id = null, hour12 = false }: NewChatMessage,
  now: Date,
) {
  // The idempotency key belongs to the transaction that writes both messages.
  const callerWithoutKey = { ...caller, idempotency: undefined }
  const { user_id, question, starts } = await asActor(callerWithoutKey, async (tx, actor) => {
    const conversation = await requireConversation(tx, actor, project_id)
    return {
      user_id: conversation.user_id,
      ...(await prepareQuestion(tx, { actor, content, hour12, now, ...conversation })),
    }
  })
  await requireLimits([{ limit: perPerson, by: user_id }], now)
  const reply = await getAnswerProvider().answer(question)
  return asActor(caller, async (tx, actor) => {
    const { voice: _, ...conversation } = await requireConversation(tx, actor, project_id)
    const timestamp = now.toISOString()
    const question = await queries.insertMessage(tx, { ...conversation, role: 'user', content, timestamp, starts: [] })
    const answer = await queries.insertMessage(tx, {
      ...conversation,
      role: 'assistant',
      content: reply,
      timestamp,
      starts: [...starts],
    })
    await audit(tx, actor, {
      action: 'chat.create',
      object_type: 'assistant_message',
      object_id: question.id,
      studio_id: conversation.studio_id,
      after: { project_id },
      request_id: caller.request_id,
    })
    return { id: question.id, question, answer }
  })
}

/**
 * The actor, studio and voice of a conversation.
 * @throws AppError NOT_FOUND if the actor may not see the project
 */
async function requireConversation(tx: Tx, actor: Actor, project_id: string | null) {
  const { user_id, studio_id } = requireRole(actor)
  authorize(canChat(actor))
  if (studio_id === null) fail('FORBIDDEN')
  const project = project_id === null ? null : ((await getProject(tx, project_id)) ?? fail('NOT_FOUND'))
  if (project !== null && project.studio_id !== studio_id) fail('NOT_FOUND')
  const voice = (await queries.getVoice(tx, studio_id)) ?? fail('NOT_FOUND')
  return { user_id, studio_id, project_id, voice }
}

async function prepareQuestion(
  tx: Tx,
  context: ChatContext & {
    content: string
    hour12: boolean
    voice: NonNullable<Awaited<ReturnType<typeof queries.getVoice>>>
  },
): Promise<{ question: Question; starts: readonly OfferedStart[] }> {
  const intent = findIntent(context.content)
  const { voice_setting, timezone } = context.voice
  const facts = await findFacts(tx, intent, {
    ...context,
    timezone,
    formats: { ...plainFormats, hour12: context.hour12 },
  })
  const question = {
    text: context.content,
    voice: voice_setting,
    facts: facts.sentences,
    draft: composeAnswer(intent, voice_setting, facts),
  }
  return { question, starts: facts.starts ?? [] }
}
