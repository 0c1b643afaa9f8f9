import { fail } from '@studiohub/contract/errors.ts'
import { canUpdateAsset } from '@studiohub/contract/features/studios/policy.ts'
import type { StudioAsset } from '@studiohub/contract/features/studios/words.ts'
import { imageRules } from '@studiohub/contract/shared/images.ts'
import { audit } from '#platform/audit/audit.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import { buildPublicFilePath, PUBLIC_FILES } from '#platform/files/files.ts'
import { getFileStore } from '#platform/files/open.ts'
import { type Limit, requireLimits } from '#platform/http/limits.ts'
import type { PictureShape } from '#platform/images/picture-order.ts'
import { preparePicture } from '#platform/images/prepare.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { publish } from '#platform/realtime/realtime.ts'
import { resolveStudio } from '../queries.ts'
import { deleteUnusedAsset } from './jobs.ts'
import { setAsset } from './queries.ts'

const uploads: Limit = { name: 'studio-asset', count: 60, per_seconds: 3600 }
const UPLOAD_TIME_MAX_MS = 15 * 60_000

/** The format and size of each picture. The logo is a PNG, because some email programs do not support WebP. */
const shapes: Record<StudioAsset, PictureShape> = {
  logo: { width: 512, height: 512, fit: 'inside', format: 'png' },
  favicon: { width: 128, height: 128, fit: 'inside', format: 'png' },
  hero: { width: 1920, height: 1200, fit: 'inside', format: 'webp' },
  background: { width: 1920, height: 1200, fit: 'inside', format: 'webp' },
}

type StudioAssetName = { studio_id: string; asset: StudioAsset }

/**
 * Sets a studio's picture: stores the new file, updates the studio, and deletes the old file. Before that, it queues a job that
 * deletes the new file if the studio does not use it, in case the update fails.
 */
export async function updateAsset(caller: Caller, { studio_id, asset }: StudioAssetName, file: File, now: Date) {
  await asActor(caller, async (_tx, actor) => authorize(canUpdateAsset(requireRole(actor), studio_id)))
  await requireLimits([{ limit: uploads, by: studio_id }], now)
  const picture = await preparePicture(new Uint8Array(await file.arrayBuffer()), imageRules[asset], shapes[asset])
  const key = `studio-assets/${studio_id.toLowerCase()}/${asset}-${picture.hash}.${picture.extension}`
  const startAfter = new Date(now.getTime() + UPLOAD_TIME_MAX_MS)
  await asActor(caller, (tx) => enqueue(tx, deleteUnusedAsset, { key }, { startAfter }))
  await getFileStore().put(key, picture.bytes)
  return changeAsset(caller, { studio_id, asset }, buildPublicFilePath(key))
}

const pictureKey =
  /^studio-assets\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/(logo|favicon|hero|background)-[0-9a-f]+\.[a-z]+$/

/**
 * The current address of a studio's picture, for the key of one of its former files. Null if the studio has no such picture
 * now.
 */
export async function findPicture({ id }: { id: string }, key: string): Promise<string | null> {
  const [, studio_id = '', name = ''] = pictureKey.exec(key) ?? []
  if (!studio_id) return null
  const studio = await asActor({ session_id: null, request_id: id }, (tx) => resolveStudio(tx, { id: studio_id }))
  if (!studio) return null
  const { logo_url: logo, favicon_url: favicon, hero_image_url: hero, background_image_url: background } = studio
  const url = new Map(Object.entries({ logo, favicon, hero, background })).get(name)
  // A redirect to the missing file itself would be an endless loop.
  return url && url !== buildPublicFilePath(key) ? url : null
}

/** Removes a picture. */
export const deleteAsset = (caller: Caller, name: StudioAssetName) => changeAsset(caller, name, null)

function changeAsset(caller: Caller, { studio_id, asset }: StudioAssetName, url: string | null) {
  return asActor(caller, async (tx, actor) => {
    authorize(canUpdateAsset(requireRole(actor), studio_id))
    const before = (await setAsset(tx, studio_id, asset, url)) ?? fail('NOT_FOUND')
    if (before.url?.startsWith(`${PUBLIC_FILES}/`)) {
      await enqueue(tx, deleteUnusedAsset, { key: before.url.slice(PUBLIC_FILES.length + 1) })
    }
    await audit(tx, actor, {
      studio_id,
      action: url ? 'studios.updateAsset' : 'studios.deleteAsset',
      object_type: 'studio',
      object_id: studio_id,
      after: { asset, changed: ['url'] },
      request_id: caller.request_id,
    })
    publish(tx, { studio_id, topic: 'studios', id: studio_id })
    return { url }
  })
}
