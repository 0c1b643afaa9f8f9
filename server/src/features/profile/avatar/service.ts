import { fail } from '@studiohub/contract/errors.ts'
import { imageRules } from '@studiohub/contract/shared/images.ts'
import { audit } from '#platform/audit/audit.ts'
import { requirePerson } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import { buildPublicFilePath } from '#platform/files/files.ts'
import { getFileStore } from '#platform/files/open.ts'
import { type Limit, requireLimits } from '#platform/http/limits.ts'
import type { PictureShape } from '#platform/images/picture-order.ts'
import { preparePicture } from '#platform/images/prepare.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { deleteUnusedAvatar } from './jobs.ts'
import { type AvatarSource, setAvatar } from './queries.ts'

const uploads: Limit = { name: 'avatar', count: 20, per_seconds: 3600 }
const shape: PictureShape = { width: 512, height: 512, fit: 'cover', format: 'webp' }
const UPLOAD_TIME_MAX_MS = 15 * 60_000

/**
 * Sets the caller's picture: stores the new file, changes the row, and deletes the old file. Before that, it queues a job that
 * deletes the new file if the row does not use it, in case the upload fails half-way.
 */
export async function updateAvatar(caller: Caller, file: File, now: Date) {
  const { user_id } = await asActor(caller, async (_tx, actor) => requirePerson(actor))
  await requireLimits([{ limit: uploads, by: user_id }], now)
  const picture = await preparePicture(new Uint8Array(await file.arrayBuffer()), imageRules.avatar, shape)
  const key = `avatars/${user_id}/avatar-${picture.hash}.${picture.extension}`
  const startAfter = new Date(now.getTime() + UPLOAD_TIME_MAX_MS)
  await asActor(caller, (tx) => enqueue(tx, deleteUnusedAvatar, { key }, { startAfter }))
  await getFileStore().put(key, picture.bytes)
  return setPicture(caller, { avatar_source: 'upload', avatar_key: key })
}

/** Removes the caller's picture, whatever its source. */
export const deleteAvatar = (caller: Caller) => setPicture(caller, { avatar_source: 'none', avatar_key: null })

function setPicture(caller: Caller, avatar: { avatar_source: AvatarSource; avatar_key: string | null }) {
  return asActor(caller, async (tx, actor) => {
    const { user_id } = requirePerson(actor)
    const before = (await setAvatar(tx, user_id, avatar)) ?? fail('NOT_FOUND')
    if (before.avatar_key) await enqueue(tx, deleteUnusedAvatar, { key: before.avatar_key })
    await audit(tx, actor, {
      studio_id: actor.studio_id,
      action: avatar.avatar_key ? 'profile.update_avatar' : 'profile.delete_avatar',
      object_type: 'profile',
      object_id: user_id,
      before: { avatar_source: before.avatar_source },
      after: { avatar_source: avatar.avatar_source },
      request_id: caller.request_id,
    })
    return { avatar_url: avatar.avatar_key && buildPublicFilePath(avatar.avatar_key) }
  })
}
