import { fail } from '@studiohub/contract/errors.ts'
import { canDeleteCard, canListCards, canUpdateCard } from '@studiohub/contract/features/board/policy.ts'
import type {
  Card,
  CardChanges,
  CardPerson,
  CardWithHistory,
  NewCard,
} from '@studiohub/contract/features/board/schema.ts'
import { CARDS_MAX, CARDS_PER_PROJECT_MAX } from '@studiohub/contract/features/board/words.ts'
import { clientOfList } from '@studiohub/contract/features/projects/policy.ts'
import { authorize, requireRole, resolveStudioId } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { publish } from '#platform/realtime/realtime.ts'
import { getAccountOfClient } from '../clients/queries.ts'
import { lockProject, unmarkSampleProject } from '../projects/queries.ts'
import { deleteUnusedCardFile } from './jobs.ts'
import * as queries from './queries.ts'
import { recordCard } from './record-card.ts'

type ListCardsInput = { studio_id?: string | undefined; project_id?: string | undefined }

/** All cards of a board: a client's own, or the studio's without samples. */
export function listCards(
  caller: Caller,
  { studio_id: requestedStudioId, project_id }: ListCardsInput,
): Promise<{ items: Card[] }> {
  return asActor(caller, async (tx, actor) => {
    const studio_id = resolveStudioId(requireRole(actor), requestedStudioId)
    authorize(canListCards(actor, studio_id))
    const client_id = clientOfList(actor)
    const items = await queries.listCards(tx, { studio_id, client_id, project_id, limit: CARDS_MAX + 1 })
    if (items.length > CARDS_MAX)
      fail('TOO_LONG', { message: `This board holds more than ${CARDS_MAX} cards. Please choose one project.` })
    return { items }
  })
}

export function getCard(caller: Caller, id: string): Promise<CardWithHistory> {
  return asActor(caller, async (tx, actor) => {
    requireRole(actor)
    const card = (await queries.getCard(tx, id)) ?? fail('NOT_FOUND')
    return { ...card, phase_history: await queries.listPhaseSteps(tx, card) }
  })
}

/** Creates a card at the end of the first column, for a project that the actor may change. */
export function createCard(caller: Caller, { project_id, ...card }: NewCard, now: Date): Promise<Card> {
  return asActor(caller, async (tx, actor) => {
    const { user_id } = requireRole(actor)
    const project = (await lockProject(tx, project_id)) ?? fail('NOT_FOUND')
    authorize(canUpdateCard(actor, project))
    if ((await queries.countCards(tx, { project_id })) >= CARDS_PER_PROJECT_MAX)
      fail('TOO_LONG', { message: `A project holds at most ${CARDS_PER_PROJECT_MAX} cards.` })
    const { studio_id, client_id } = project
    await unmarkProject(tx, project)
    const id = await queries.insertCard(
      tx,
      { ...card, studio_id, client_id, project_id, phase: 'pre_production', created_by: user_id },
      now.toISOString(),
    )
    const after = (await queries.getCard(tx, id)) ?? fail('INTERNAL')
    await recordCard(tx, actor, { caller, action: 'board.create', after })
    return after
  })
}

type UpdateCardInput = { id: string; changes: CardChanges; now: Date }

/** Edits a card. If two people edit the same version, the second edit fails with STALE_VERSION. */
export function updateCard(caller: Caller, { id, changes, now }: UpdateCardInput): Promise<Card> {
  return asActor(caller, async (tx, actor) => {
    requireRole(actor)
    const before = (await queries.lockCard(tx, id)) ?? fail('NOT_FOUND')
    authorize(canUpdateCard(actor, before))
    const { version = before.version, ...values } = changes
    const fields = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
    if (!(await queries.updateCard(tx, { id, version, at: now.toISOString() }, fields))) fail('STALE_VERSION')
    if (fields.title !== undefined || fields.description !== undefined) await unmarkSample(tx, before)
    const after = (await queries.getCard(tx, id)) ?? fail('NOT_FOUND')
    await recordCard(tx, actor, { caller, action: 'board.update', before, after })
    return after
  })
}

/**
 * Turns a sample card and its project into normal ones. Call it when a person edits the card or adds a comment or file.
 * Afterwards the studio can see the card, and deleting the sample does not delete it.
 */
export async function unmarkSample(
  tx: Tx,
  card: Pick<Card, 'id' | 'project_id' | 'studio_id' | 'client_id' | 'is_sample'>,
) {
  if (!card.is_sample) return
  await queries.unmarkSampleCard(tx, card.id)
  await unmarkProject(tx, { ...card, id: card.project_id })
}

async function unmarkProject(
  tx: Tx,
  { id, studio_id, client_id }: { id: string; studio_id: string; client_id: string },
) {
  if (await unmarkSampleProject(tx, id)) publish(tx, { studio_id, topic: 'projects', id, client_id })
}

/** Deletes a card with its comments and files. */
export function deleteCard(caller: Caller, id: string): Promise<{ id: string }> {
  return asActor(caller, async (tx, actor) => {
    requireRole(actor)
    const before = (await queries.lockCard(tx, id)) ?? fail('NOT_FOUND')
    authorize(canDeleteCard(actor, before))
    await queueFileDeletions(tx, [id])
    if (!(await queries.deleteCard(tx, id))) fail('NOT_FOUND')
    await recordCard(tx, actor, { caller, action: 'board.delete', before, after: null })
    return { id }
  })
}

/** Queues the deletion of the stored files of some cards. Call it before the cards are deleted. */
export async function queueFileDeletions(tx: Tx, card_ids: readonly string[]) {
  for (const key of await queries.listFileKeys(tx, card_ids)) await enqueue(tx, deleteUnusedCardFile, { key })
}

/** The people who can be mentioned on a card: admins and crew, and the card's client if they have an account. */
export function listPeople(caller: Caller, id: string): Promise<{ items: CardPerson[] }> {
  return asActor(caller, async (tx, actor) => {
    requireRole(actor)
    const card = (await queries.getCard(tx, id)) ?? fail('NOT_FOUND')
    return { items: await listMentionablePeople(tx, card) }
  })
}

export async function listMentionablePeople(
  tx: Tx,
  card: Pick<Card, 'studio_id' | 'client_id' | 'client_name'>,
): Promise<CardPerson[]> {
  const crew = await queries.listStudioPeople(tx, card.studio_id)
  const account = await getAccountOfClient(tx, card)
  return [
    ...crew.filter(({ is_active }) => is_active).map(({ user_id, full_name }) => ({ user_id, full_name })),
    ...(account ? [{ user_id: account, full_name: card.client_name }] : []),
  ]
}
