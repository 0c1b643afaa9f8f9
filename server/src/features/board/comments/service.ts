import { fail } from '@studiohub/contract/errors.ts'
import { canTakeBack, canUpdateCard } from '@studiohub/contract/features/board/policy.ts'
import { mentionsIn } from '@studiohub/contract/features/board/rules.ts'
import type { Card, CardComment, CardPerson } from '@studiohub/contract/features/board/schema.ts'
import { getAccountOfClient } from '#features/clients/queries.ts'
import { createNotices } from '#features/notices/queries.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { readPage, toPageByTime } from '#platform/http/cursor.ts'
import { getCard, getSlug, listNames } from '../queries.ts'
import { recordOnCard } from '../record-card.ts'
import { keepExample, peopleOf } from '../service.ts'
import * as queries from './queries.ts'

type CommentsQuery = { id: string; cursor?: string | undefined; limit?: number | undefined }

/** What was said on a card, with the names that those mentioned have now. */
export function listComments(caller: Caller, asked: CommentsQuery) {
  const { after, limit, rows } = readPage(asked)
  return asActor(caller, async (tx, actor) => {
    requireRole(actor)
    const card = (await getCard(tx, asked.id)) ?? fail('NOT_FOUND')
    const client = { user_id: (await getAccountOfClient(tx, card)) ?? card.client_id, full_name: card.client_name }
    const names = [...(await listNames(tx, card.studio_id)), client]
    const found = await queries.listComments(tx, card, { after, limit: rows })
    const told = found.map((row) => ({ ...row, mentions: namedIn(row.body, names) }))
    return toPageByTime(told, limit, ({ id }) => id)
  })
}

function namedIn(body: string, names: readonly CardPerson[]): CardPerson[] {
  return mentionsIn(body).map((user_id) => ({
    user_id,
    full_name: names.find((person) => person.user_id === user_id)?.full_name ?? null,
  }))
}

type Said = { id: string; body: string; now: Date }

/** Says something on a card. Only who can see the card can be mentioned in it. */
export function createComment(caller: Caller, { id, body, now }: Said): Promise<CardComment> {
  return asActor(caller, async (tx, actor) => {
    const { user_id } = requireRole(actor)
    const card = (await getCard(tx, id)) ?? fail('NOT_FOUND')
    authorize(canUpdateCard(actor, card))
    const people = await peopleOf(tx, card)
    const mentioned = mentionsIn(body)
    if (!mentioned.every((one) => people.some((person) => person.user_id === one)))
      fail('VALIDATION_FAILED', { fields: { body: 'Somebody you mention cannot see this card.' } })
    const { studio_id, client_id } = card
    const comment = await queries.insertComment(
      tx,
      { card_id: id, studio_id, client_id, author_id: user_id, body },
      now.toISOString(),
    )
    await keepExample(tx, card)
    await tellMentioned(tx, card, { actor_id: user_id, comment_id: comment.id, mentioned })
    const author_name = people.find((person) => person.user_id === user_id)?.full_name ?? null
    const object = { object_type: 'card_comment', object_id: comment.id }
    await recordOnCard(tx, actor, { caller, card, ...object, action: 'board.create_comment', after: { mentioned } })
    return { ...comment, author_name, mentions: namedIn(body, people) }
  })
}

type Mention = { actor_id: string; comment_id: string; mentioned: readonly string[] }

// Each is led to the board that is theirs.
async function tellMentioned(tx: Tx, card: Card, { actor_id, comment_id, mentioned }: Mention) {
  if (mentioned.length === 0) return
  const admins = new Set(
    (await listNames(tx, card.studio_id)).filter(({ role }) => role === 'studio_admin').map(({ user_id }) => user_id),
  )
  const account = await getAccountOfClient(tx, card)
  const slug = await getSlug(tx, card.studio_id)
  const boardOf = (user_id: string) => {
    if (user_id === account) return `/${slug}/board`
    return admins.has(user_id) ? '/studio/board' : '/staff/board'
  }
  const { studio_id } = card
  const notice = { kind: 'mention', data: { about: card.title }, studio_id, actor_id, subject_id: comment_id } as const
  for (const user_id of mentioned) {
    await createNotices(tx, { ...notice, link: `${boardOf(user_id)}?card=${card.id}` }, [user_id])
  }
}

/** Takes a comment back: one's own, or as the studio's admin anybody's. */
export function deleteComment(caller: Caller, { id, comment_id }: { id: string; comment_id: string }) {
  return asActor(caller, async (tx, actor) => {
    requireRole(actor)
    const card = (await getCard(tx, id)) ?? fail('NOT_FOUND')
    const comment = (await queries.getComment(tx, id, comment_id)) ?? fail('NOT_FOUND')
    authorize(canTakeBack(actor, { studio_id: card.studio_id, by: comment.author_id }))
    await queries.deleteComment(tx, comment_id)
    const object = { object_type: 'card_comment', object_id: comment_id, before: { author_id: comment.author_id } }
    await recordOnCard(tx, actor, { caller, card, ...object, action: 'board.delete_comment' })
    return { id: comment_id }
  })
}
