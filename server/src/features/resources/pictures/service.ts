import type { Actor } from '@studiohub/contract/actor.ts'
import { fail } from '@studiohub/contract/errors.ts'
import {
  type NewPicture,
  PICTURES_MAX,
  type Picture,
  type PictureChanges,
} from '@studiohub/contract/features/resources/pictures/schema.ts'
import { canChangePictures, canListResources } from '@studiohub/contract/features/resources/policy.ts'
import type { AuditAction } from '@studiohub/contract/shared/audit-actions.ts'
import { imageRules } from '@studiohub/contract/shared/images.ts'
import { audit } from '#platform/audit/audit.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import { lock } from '#platform/db/locks.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { buildPublicFilePath } from '#platform/files/files.ts'
import { getFileStore } from '#platform/files/open.ts'
import { type Limit, requireLimits } from '#platform/http/limits.ts'
import type { PictureShape } from '#platform/images/picture-order.ts'
import { preparePicture } from '#platform/images/prepare.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { publish } from '#platform/realtime/realtime.ts'
import { deletePictureFiles, deleteUnusedPicture } from './jobs.ts'
import * as queries from './queries.ts'

const uploadLimit: Limit = { name: 'pictures', count: 120, per_seconds: 3600 }
const UPLOAD_TIME_MAX_MS = 15 * 60_000

const largeShape: PictureShape = { width: 1600, height: 1200, fit: 'cover', format: 'webp' }
const smallShape: PictureShape = { width: 640, height: 480, fit: 'cover', format: 'webp' }

/** Lists the pictures of all services, rooms and people of a studio. */
export function listPictures(caller: Caller, { studio_id }: { studio_id: string }) {
  return asActor(caller, async (tx, actor) => {
    authorize(canListResources(requireRole(actor), studio_id))
    return { items: await queries.listPictures(tx, studio_id), next_cursor: null }
  })
}

/**
 * Adds a picture to a service, a room or a person. Stores the files before the row. Before that, it queues jobs that delete the files if
 * the row is never inserted.
 * @throws AppError NOT_FOUND, PICTURES_LIMIT, RATE_LIMITED
 */
export async function createPicture(caller: Caller, input: NewPicture, now: Date): Promise<Picture> {
  const { studio_id, alt, file } = input
  const owner = { studio_id, service_key: input.service_key ?? null, resource_id: input.resource_id ?? null }
  await asActor(caller, async (tx, actor) => {
    authorize(canChangePictures(requireRole(actor), studio_id))
    await requireCanAddPicture(tx, owner)
  })
  await requireLimits([{ limit: uploadLimit, by: studio_id }], now)
  const bytes = new Uint8Array(await file.arrayBuffer())
  const sizes = [
    await preparePicture(bytes, imageRules.picture, largeShape),
    await preparePicture(bytes, imageRules.picture, smallShape),
  ]
  const files = sizes.map(({ hash, extension, bytes }) => ({
    key: `studio-assets/${studio_id.toLowerCase()}/picture-${hash}.${extension}`,
    bytes,
  }))
  const startAfter = new Date(now.getTime() + UPLOAD_TIME_MAX_MS)
  await asActor(caller, async (tx) => {
    for (const { key } of files) await enqueue(tx, deleteUnusedPicture, { key }, { startAfter })
  })
  for (const { key, bytes } of files) await getFileStore().put(key, bytes)
  const [url = '', small_url = ''] = files.map(({ key }) => buildPublicFilePath(key))
  return asActor(caller, async (tx, actor) => {
    authorize(canChangePictures(requireRole(actor), studio_id))
    await lock(tx, 'studio', studio_id)
    await requireCanAddPicture(tx, owner)
    const picture = await queries.insertPicture(tx, { ...owner, url, small_url, alt })
    await record(tx, actor, { caller, picture, action: 'resources.createPicture' })
    return picture
  })
}

async function requireCanAddPicture(tx: Tx, owner: queries.PictureOwner) {
  if (!(await queries.ownerExists(tx, owner))) fail('NOT_FOUND')
  if ((await queries.countPictures(tx, owner)) >= PICTURES_MAX) fail('PICTURES_LIMIT')
}

/** Changes the text of a picture, or its position among those of its owner. */
export function updatePicture(caller: Caller, { id, alt, position }: PictureChanges & { id: string }) {
  return asActor(caller, async (tx, actor) => {
    const before = await lockPicture(tx, actor, id)
    if (alt !== undefined) await queries.updateAlt(tx, id, alt)
    if (position !== undefined) await queries.movePicture(tx, { id, position, owner: before })
    const picture = (await queries.getPicture(tx, id)) ?? fail('NOT_FOUND')
    await record(tx, actor, { caller, picture, action: 'resources.updatePicture' })
    return picture
  })
}

/** Removes a picture. Jobs delete its files. */
export function deletePicture(caller: Caller, { id }: { id: string }) {
  return asActor(caller, async (tx, actor) => {
    const picture = await lockPicture(tx, actor, id)
    await queries.deletePicture(tx, id)
    await deletePictureFiles(tx, [picture.url, picture.small_url])
    await record(tx, actor, { caller, picture, action: 'resources.deletePicture' })
    return picture
  })
}

async function lockPicture(tx: Tx, actor: Actor, id: string): Promise<Picture> {
  requireRole(actor)
  const { studio_id } = (await queries.getPicture(tx, id)) ?? fail('NOT_FOUND')
  authorize(canChangePictures(actor, studio_id))
  await lock(tx, 'studio', studio_id)
  return (await queries.getPicture(tx, id)) ?? fail('NOT_FOUND')
}

async function record(tx: Tx, actor: Actor, change: { caller: Caller; action: AuditAction; picture: Picture }) {
  const { caller, action, picture } = change
  const { id, studio_id, service_key, resource_id, position } = picture
  await audit(tx, actor, {
    action,
    studio_id,
    after: { service_type: service_key, resource_id, position },
    object_type: 'picture',
    object_id: id,
    request_id: caller.request_id,
  })
  publish(tx, { studio_id, topic: 'resources', id })
}
