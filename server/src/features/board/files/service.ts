import { randomUUID } from 'node:crypto'
import type { Actor } from '@studiohub/contract/actor.ts'
import { fail } from '@studiohub/contract/errors.ts'
import { canTakeBack, canUpdateCard } from '@studiohub/contract/features/board/policy.ts'
import type { Card, CardFile } from '@studiohub/contract/features/board/schema.ts'
import {
  type CardFileType,
  cardFileExtensions,
  cardFileTypes,
  FILE_MAX_MB,
  FILE_NAME_MAX,
  FILES_A_CARD_MAX,
} from '@studiohub/contract/features/board/words.ts'
import { maxBytes, tooLarge, wrongType } from '@studiohub/contract/shared/images.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import { lock } from '#platform/db/locks.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { fileTypeOf } from '#platform/files/file-type.ts'
import { linkTo } from '#platform/files/links.ts'
import { fileQuotas, theFiles } from '#platform/files/open.ts'
import { type Limit, requireLimits } from '#platform/http/limits.ts'
import { preparePicture } from '#platform/images/prepare.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { forgetCardFile } from '../jobs.ts'
import { getCard, lockCard } from '../queries.ts'
import { recordOnCard } from '../record-card.ts'
import { keepExample } from '../service.ts'
import * as queries from './queries.ts'

const uploads: Limit = { name: 'card-file', count: 120, per_seconds: 3600 }
const MEGABYTE = 1024 * 1024
const GIVEN_UP_AFTER_MS = 15 * 60_000
const rule = { max_mb: FILE_MAX_MB, types: cardFileTypes }
const previewShape = { width: 640, height: 480, fit: 'inside', format: 'webp' } as const

/** What lies on a card, each with an address that ends. */
export function listFiles(caller: Caller, id: string, now: Date): Promise<{ items: CardFile[] }> {
  return asActor(caller, async (tx, actor) => {
    requireRole(actor)
    const card = (await getCard(tx, id)) ?? fail('NOT_FOUND')
    return { items: (await queries.listFiles(tx, card)).map((row) => linked(row, now)) }
  })
}

function linked({ file_key, preview_key, ...row }: queries.FileRow, now: Date): CardFile {
  const { name, content_type } = row
  return {
    ...row,
    url: linkTo({ key: file_key, name, content_type }, now),
    preview_url: preview_key && linkTo({ key: preview_key, name: 'preview.webp', content_type: 'image/webp' }, now),
  }
}

type Upload = { id: string; file: File; now: Date }

/**
 * Lays a file on a card: the file first, then the row. Before it is written there is a job to delete it, which finds it on
 * the card once the row was made.
 */
export async function createFile(caller: Caller, { id, file, now }: Upload): Promise<CardFile> {
  const { card, user_id } = await asActor(caller, async (tx, actor) => {
    const person = requireRole(actor)
    const found = (await getCard(tx, id)) ?? fail('NOT_FOUND')
    authorize(canUpdateCard(actor, found))
    await keepWithinQuotas(tx, actor, { studio_id: found.studio_id, bytes: file.size })
    return { card: found, user_id: person.user_id }
  })
  await requireLimits([{ limit: uploads, by: user_id }], now)
  const kept = await keep(caller, card, { file, now })
  return asActor(caller, async (tx, actor) => {
    requireRole(actor)
    // The quotas count files of all cards, so the card's own lock is not enough.
    await lock(tx, 'studio', card.studio_id)
    const still = (await lockCard(tx, id)) ?? fail('NOT_FOUND')
    authorize(canUpdateCard(actor, still))
    if ((await queries.countFiles(tx, id)) >= FILES_A_CARD_MAX)
      fail('TOO_LONG', { message: `A card holds at most ${FILES_A_CARD_MAX} files.` })
    const { studio_id, client_id } = still
    await keepWithinQuotas(tx, actor, { studio_id, bytes: kept.size_bytes })
    const row = { card_id: id, studio_id, client_id, uploaded_by: user_id, ...kept, created_at: now.toISOString() }
    const file_id = await queries.insertFile(tx, row)
    await keepExample(tx, still)
    const object = { object_type: 'card_file', object_id: file_id, after: { size_bytes: kept.size_bytes } }
    await recordOnCard(tx, actor, { caller, card: still, ...object, action: 'board.create_file' })
    const [written] = await queries.listFiles(tx, still, file_id)
    return linked(written ?? fail('INTERNAL'), now)
  })
}

// Checked before the file is stored, and again behind the studio's lock: uploads at once count each other there.
async function keepWithinQuotas(tx: Tx, actor: Actor, { studio_id, bytes }: { studio_id: string; bytes: number }) {
  const { of_studio, of_person } = await queries.getFileBytes(tx, studio_id)
  const { studio_mb, client_mb } = fileQuotas()
  if (actor.role === 'client' && of_person + bytes > client_mb * MEGABYTE)
    fail('FILES_QUOTA', {
      message: `Your files at this studio take up their ${client_mb} MB. Delete files you no longer need.`,
    })
  if (of_studio + bytes > studio_mb * MEGABYTE) fail('FILES_QUOTA')
}

/** Writes the file and, of a picture, a small one beside it. */
async function keep(caller: Caller, card: Card, { file, now }: Omit<Upload, 'id'>) {
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (bytes.length > maxBytes(rule)) fail('PAYLOAD_TOO_LARGE', { message: tooLarge(rule) })
  const content_type = typeOf(bytes)
  const preview = isPicture(content_type)
    ? await preparePicture(bytes, { max_mb: FILE_MAX_MB, types: [content_type] }, previewShape)
    : null
  const name = `card-files/${card.studio_id}/${randomUUID()}`
  const file_key = `${name}.${cardFileExtensions[content_type]}`
  const preview_key = preview && `${name}-preview.${preview.extension}`
  const startAfter = new Date(now.getTime() + GIVEN_UP_AFTER_MS)
  const keys = [file_key, ...(preview_key ? [preview_key] : [])]
  await asActor(caller, async (tx) => {
    for (const key of keys) await enqueue(tx, forgetCardFile, { key }, { startAfter })
  })
  await theFiles().put(file_key, bytes)
  if (preview && preview_key) await theFiles().put(preview_key, preview.bytes)
  return { name: nameOf(file.name), content_type, size_bytes: bytes.length, file_key, preview_key }
}

const isPicture = (type: CardFileType): type is 'image/jpeg' | 'image/png' | 'image/webp' => type.startsWith('image/')

function typeOf(bytes: Uint8Array): CardFileType {
  const found = fileTypeOf(bytes)
  return cardFileTypes.find((type) => type === found) ?? fail('UNSUPPORTED_MEDIA_TYPE', { message: wrongType(rule) })
}

// What a browser sends as a name: no folders, nothing unseen, and never so long that no list can show it.
function nameOf(sent: string): string {
  const plain = (sent.normalize('NFC').split(/[\\/]/).at(-1) ?? '').replaceAll(/[\p{Cc}\p{Cf}]/gu, '').trim()
  return [...plain].slice(-FILE_NAME_MAX).join('') || 'file'
}

/** Takes a file off a card: one's own, or as the studio's admin anybody's. */
export function deleteFile(caller: Caller, { id, file_id }: { id: string; file_id: string }) {
  return asActor(caller, async (tx, actor) => {
    requireRole(actor)
    const card = (await getCard(tx, id)) ?? fail('NOT_FOUND')
    const [file] = await queries.listFiles(tx, card, file_id)
    if (!file) return fail('NOT_FOUND')
    authorize(canTakeBack(actor, { studio_id: card.studio_id, by: file.uploaded_by }))
    await queries.deleteFile(tx, file_id)
    await forget(tx, file)
    const before = { size_bytes: file.size_bytes }
    const object = { object_type: 'card_file', object_id: file_id, before }
    await recordOnCard(tx, actor, { caller, card, ...object, action: 'board.delete_file' })
    return { id: file_id }
  })
}

async function forget(tx: Tx, { file_key, preview_key }: queries.FileRow) {
  for (const key of [file_key, ...(preview_key ? [preview_key] : [])]) await enqueue(tx, forgetCardFile, { key })
}
