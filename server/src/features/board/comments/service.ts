import { fail } from '@studiohub/contract/errors.ts'
import { canDeleteCardItem, canUpdateCard } from '@studiohub/contract/features/board/policy.ts'
import { mentionsIn } from '@studiohub/contract/features/board/rules.ts'
import type { Card, CardComment, CardPerson } from '@studiohub/contract/features/board/schema.ts'
import { getAccountOfClient } from '#features/clients/queries.ts'
import { createNotices } from '#features/notices/jobs.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { readPage, toPageByTime } from '#platform/http/cursor.ts'
import { getCard, getStudioSlug, listStudioPeople } from '../queries.ts'
import { recordOnCard } from '../record-card.ts'
import { listMentionablePeople, unmarkSample } from '../service.ts'
import * as queries from './queries.ts'

type ListCommentsInput = { id: string; cursor?: string | undefined; limit?: number | undefined }

/** The comments of a card, with the current names of the people mentioned. */
export function listComments(caller: Caller, query: ListCommentsInput) {
  const { after, limit, rows } = readPage(query)
  return asActor(caller, async (tx, actor) => {
    requireRole(actor)
    const card = (await getCard(tx, query.id)) ?? fail('NOT_FOUND')
    const client = { user_id: (await getAccountOfClient(tx, card)) ?? card.client_id, full_name: card.client_name }
    const names = [...(await listStudioPeople(tx, card.studio_id)), client]
    const comments = await queries.listComments(tx, card, { after, limit: rows })
    const items = comments.map((row) => ({ ...row, mentions: listMentionedPeople(row.body, names) }))
    return toPageByTime(items, limit, ({ id }) => id)
  })
}

function listMentionedPeople(body: string, names: readonly CardPerson[]): CardPerson[] {
  return mentionsIn(body).map((user_id) => ({
    user_id,
    full_name: names.find((person) => person.user_id === user_id)?.full_name ?? null,
  }))
}

type CreateCommentInput = { id: string; body: string; now: Date }

/** Adds a comment to a card. Only people who can see the card can be mentioned. */
export function createComment(caller: Caller, { id, body, now }: CreateCommentInput): Promise<CardComment> {
  return asActor(caller, async (tx, actor) => {
    const { user_id } = requireRole(actor)
    const card = (await getCard(tx, id)) ?? fail('NOT_FOUND')
    authorize(canUpdateCard(actor, card))
    const people = await listMentionablePeople(tx, card)
    const mentionedIds = mentionsIn(body)
    if (!mentionedIds.every((id) => people.some((person) => person.user_id === id)))
      fail('VALIDATION_FAILED', { fields: { body: 'A person you mentioned cannot see this card.' } })
    const { studio_id, client_id } = card
    const comment = await queries.insertComment(
      tx,
      { card_id: id, studio_id, client_id, author_id: user_id, body },
      now.toISOString(),
    )
    await unmarkSample(tx, card)
    await notifyMentioned(tx, card, { actor_id: user_id, comment_id: comment.id, mentionedIds })
    const author_name = people.find((person) => person.user_id === user_id)?.full_name ?? null
    const object = { object_type: 'card_comment', object_id: comment.id }
    await recordOnCard(tx, actor, {
      caller,
      card,
      ...object,
      action: 'board.create_comment',
      after: { card_id: id, mentioned: mentionedIds },
    })
    return { ...comment, author_name, mentions: listMentionedPeople(body, people) }
  })
}

type MentionNotification = { actor_id: string; comment_id: string; mentionedIds: readonly string[] }

// Each person has their own link, because clients, crew and admins have the board at different addresses.
async function notifyMentioned(tx: Tx, card: Card, { actor_id, comment_id, mentionedIds }: MentionNotification) {
  if (mentionedIds.length === 0) return
  const admins = new Set(
    (await listStudioPeople(tx, card.studio_id))
      .filter(({ role }) => role === 'studio_admin')
      .map(({ user_id }) => user_id),
  )
  const account = await getAccountOfClient(tx, card)
  const slug = await getStudioSlug(tx, card.studio_id)
  const boardPathOf = (user_id: string) => {
    if (user_id === account) return `/${slug}/board`
    return admins.has(user_id) ? '/studio/board' : '/staff/board'
  }
  const { studio_id } = card
  const notice = { kind: 'mention', data: { about: card.title }, studio_id, actor_id, subject_id: comment_id } as const
  for (const user_id of mentionedIds) {
    await createNotices(tx, { ...notice, link: `${boardPathOf(user_id)}?card=${card.id}` }, [user_id])
  }
}

/** Deletes a comment. Only its author or an admin of the studio may do this. */
export function deleteComment(caller: Caller, { id, comment_id }: { id: string; comment_id: string }) {
  return asActor(caller, async (tx, actor) => {
    requireRole(actor)
    const card = (await getCard(tx, id)) ?? fail('NOT_FOUND')
    const comment = (await queries.getComment(tx, id, comment_id)) ?? fail('NOT_FOUND')
    authorize(canDeleteCardItem(actor, { studio_id: card.studio_id, by: comment.author_id }))
    await queries.deleteComment(tx, comment_id)
    const object = {
      object_type: 'card_comment',
      object_id: comment_id,
      before: { card_id: id, author_id: comment.author_id },
    }
    await recordOnCard(tx, actor, { caller, card, ...object, action: 'board.delete_comment' })
    return { id: comment_id }
  })
}
