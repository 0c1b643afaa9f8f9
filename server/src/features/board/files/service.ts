import { fail } from '@studiohub/contract/errors.ts'
import { canDeleteCardItem, canUpdateCard } from '@studiohub/contract/features/board/policy.ts'
import type { Card, CardFile } from '@studiohub/contract/features/board/schema.ts'
import { FILES_PER_CARD_MAX } from '@studiohub/contract/features/board/words.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import { lock } from '#platform/db/locks.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { linkTo } from '#platform/files/links.ts'
import { requireFileQuota } from '#platform/files/quota.ts'
import { listFileKeys, storeFile } from '#platform/files/store-file.ts'
import { type Limit, requireLimits } from '#platform/http/limits.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { deleteUnusedCardFile } from '../jobs.ts'
import { getCard, lockCard } from '../queries.ts'
import { recordOnCard } from '../record-card.ts'
import { unmarkSample } from '../service.ts'
import * as queries from './queries.ts'

const uploadLimit: Limit = { name: 'card-file', count: 120, per_seconds: 3600 }
const DELETE_UNUSED_AFTER_MS = 15 * 60_000

/** The files of a card, each with a signed address that expires. */
export function listFiles(caller: Caller, id: string, now: Date): Promise<{ items: CardFile[] }> {
  return asActor(caller, async (tx, actor) => {
    requireRole(actor)
    const card = (await getCard(tx, id)) ?? fail('NOT_FOUND')
    return { items: (await queries.listFiles(tx, card)).map((row) => toCardFile(row, now)) }
  })
}

function toCardFile({ file_key, preview_key, ...row }: queries.FileRow, now: Date): CardFile {
  const { name, content_type } = row
  return {
    ...row,
    url: linkTo({ key: file_key, name, content_type }, now),
    preview_url: preview_key && linkTo({ key: preview_key, name: 'preview.webp', content_type: 'image/webp' }, now),
  }
}

type CreateFileInput = { id: string; file: File; now: Date }

/**
 * Adds a file to a card: stores the file, then inserts the row. Before that, it queues a job that later deletes the file if
 * no row uses it, so an interrupted upload leaves no file.
 */
export async function createFile(caller: Caller, { id, file, now }: CreateFileInput): Promise<CardFile> {
  const { card, user_id } = await asActor(caller, async (tx, actor) => {
    const person = requireRole(actor)
    const cardOfFile = (await getCard(tx, id)) ?? fail('NOT_FOUND')
    authorize(canUpdateCard(actor, cardOfFile))
    await requireFileQuota(tx, actor, { studio_id: cardOfFile.studio_id, bytes: file.size })
    return { card: cardOfFile, user_id: person.user_id }
  })
  await requireLimits([{ limit: uploadLimit, by: user_id }], now)
  const storedFile = await storeCardFile(caller, card, { file, now })
  return asActor(caller, async (tx, actor) => {
    requireRole(actor)
    // The quotas include files of all cards, so locking this card is not enough.
    await lock(tx, 'studio', card.studio_id)
    const lockedCard = (await lockCard(tx, id)) ?? fail('NOT_FOUND')
    authorize(canUpdateCard(actor, lockedCard))
    if ((await queries.countFiles(tx, id)) >= FILES_PER_CARD_MAX)
      fail('TOO_LONG', { message: `A card holds at most ${FILES_PER_CARD_MAX} files.` })
    const { studio_id, client_id } = lockedCard
    await requireFileQuota(tx, actor, { studio_id, bytes: storedFile.size_bytes })
    const row = {
      card_id: id,
      studio_id,
      client_id,
      uploaded_by: user_id,
      ...storedFile,
      created_at: now.toISOString(),
    }
    const file_id = await queries.insertFile(tx, row)
    await unmarkSample(tx, lockedCard)
    const object = {
      object_type: 'card_file',
      object_id: file_id,
      after: { card_id: lockedCard.id, size_bytes: storedFile.size_bytes },
    }
    await recordOnCard(tx, actor, { caller, card: lockedCard, ...object, action: 'board.create_file' })
    const [created] = await queries.listFiles(tx, lockedCard, file_id)
    return toCardFile(created ?? fail('INTERNAL'), now)
  })
}

/** Stores the file; a job deletes it later if no row uses it. */
async function storeCardFile(caller: Caller, { studio_id }: Card, { file, now }: Omit<CreateFileInput, 'id'>) {
  const startAfter = new Date(now.getTime() + DELETE_UNUSED_AFTER_MS)
  return storeFile({
    name: file.name,
    bytes: new Uint8Array(await file.arrayBuffer()),
    folder: `card-files/${studio_id}`,
    beforeStoring: (keys) =>
      asActor(caller, async (tx) => {
        for (const key of keys) await enqueue(tx, deleteUnusedCardFile, { key }, { startAfter })
      }),
  })
}

/** Deletes a file of a card. Only its uploader or an admin of the studio may do this. */
export function deleteFile(caller: Caller, { id, file_id }: { id: string; file_id: string }) {
  return asActor(caller, async (tx, actor) => {
    requireRole(actor)
    const card = (await getCard(tx, id)) ?? fail('NOT_FOUND')
    const [file] = await queries.listFiles(tx, card, file_id)
    if (!file) fail('NOT_FOUND')
    authorize(canDeleteCardItem(actor, { studio_id: card.studio_id, by: file.uploaded_by }))
    await queries.deleteFile(tx, file_id)
    await queueFileDeletion(tx, file)
    const before = { card_id: card.id, size_bytes: file.size_bytes }
    const object = { object_type: 'card_file', object_id: file_id, before }
    await recordOnCard(tx, actor, { caller, card, ...object, action: 'board.delete_file' })
    return { id: file_id }
  })
}

async function queueFileDeletion(tx: Tx, file: queries.FileRow) {
  for (const key of listFileKeys(file)) await enqueue(tx, deleteUnusedCardFile, { key })
}
