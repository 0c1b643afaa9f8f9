import type { Actor } from '@studiohub/contract/actor.ts'
import { fail } from '@studiohub/contract/errors.ts'
import { canChat } from '@studiohub/contract/features/assistant/chat/policy.ts'
import { answerTo, greeting, intentOf } from '@studiohub/contract/features/assistant/chat/rules.ts'
import type { NewChatMessage } from '@studiohub/contract/features/assistant/chat/schema.ts'
import { getProject } from '#features/projects/queries.ts'
import { theSpeaker } from '#platform/assistant/open.ts'
import type { Question } from '#platform/assistant/speaker.ts'
import { audit } from '#platform/audit/audit.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { readPage, toPage } from '#platform/http/cursor.ts'
import { type Limit, requireLimits } from '#platform/http/limits.ts'
import { type Asker, findOut } from './find-facts.ts'
import * as queries from './queries.ts'

const perPerson: Limit = { name: 'assistant.ask', count: 60, per_seconds: 60 }

type ChatQuery = { project_id?: string | undefined; cursor?: string | undefined; limit?: number | undefined }

/** One's own conversation, from its end. */
export function listMessages(caller: Caller, query: ChatQuery) {
  const { after, limit, rows } = readPage(query)
  return asActor(caller, async (tx, actor) => {
    const { voice, ...whose } = await enterConversation(tx, actor, query.project_id ?? null)
    const found = await queries.listMessages(tx, whose, { before: after?.[0] ?? null, limit: rows })
    const { items, next_cursor } = toPage(found, limit, (row) => [row.seq, row.id])
    return {
      items: items.map(({ seq, ...message }) => message),
      next_cursor,
      greeting: greeting(voice.voice_setting, voice.name),
      speaker: theSpeaker().name,
    }
  })
}

/**
 * Says something and is answered. What the answer may be made of is read first, in the asker's rights; then somebody
 * speaks, with no database open; then both are kept, or neither.
 */
export async function createMessage(caller: Caller, { content, project_id = null }: NewChatMessage, now: Date) {
  // The key is for the transaction that writes both messages.
  const reader = { ...caller, idempotency: undefined }
  const { user_id, question } = await asActor(reader, async (tx, actor) => {
    const conversation = await enterConversation(tx, actor, project_id)
    return { user_id: conversation.user_id, question: await questionOf(tx, { actor, content, now, ...conversation }) }
  })
  await requireLimits([{ limit: perPerson, by: user_id }], now)
  const spoken = await theSpeaker().answer(question)
  return asActor(caller, async (tx, actor) => {
    const { voice: _, ...whose } = await enterConversation(tx, actor, project_id)
    const timestamp = now.toISOString()
    const said = await queries.insertMessage(tx, { ...whose, role: 'user', content, timestamp })
    const answer = await queries.insertMessage(tx, { ...whose, role: 'assistant', content: spoken, timestamp })
    await audit(tx, actor, {
      action: 'chat.create',
      object_type: 'assistant_message',
      object_id: said.id,
      studio_id: whose.studio_id,
      after: { project_id },
      request_id: caller.request_id,
    })
    return { id: said.id, question: said, answer }
  })
}

/** Whose conversation it is; a project that the asker may not see is none. */
async function enterConversation(tx: Tx, actor: Actor, project_id: string | null) {
  const { user_id, studio_id } = requireRole(actor)
  authorize(canChat(actor))
  if (studio_id === null) fail('FORBIDDEN')
  const project = project_id === null ? null : ((await getProject(tx, project_id)) ?? fail('NOT_FOUND'))
  if (project !== null && project.studio_id !== studio_id) fail('NOT_FOUND')
  const voice = (await queries.getVoice(tx, studio_id)) ?? fail('NOT_FOUND')
  return { user_id, studio_id, project_id, voice }
}

async function questionOf(
  tx: Tx,
  asked: Asker & { content: string; voice: NonNullable<Awaited<ReturnType<typeof queries.getVoice>>> },
): Promise<Question> {
  const intent = intentOf(asked.content)
  const { voice_setting, timezone } = asked.voice
  const known = await findOut(tx, intent, { ...asked, timezone })
  return {
    text: asked.content,
    voice: voice_setting,
    facts: known.sentences,
    draft: answerTo(intent, voice_setting, known),
  }
}
