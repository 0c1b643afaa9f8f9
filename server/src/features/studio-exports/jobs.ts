import { STUDIO_EXPORT_DAYS } from '@studiohub/contract/features/studio-exports/words.ts'
import { Id } from '@studiohub/contract/shared/text.ts'
import { z } from 'zod'
import { queueExportEnded } from '#features/emails/export-jobs.ts'
import { asSystem } from '#platform/db/actor.ts'
import { StoreUnavailable } from '#platform/files/files.ts'
import { theFiles } from '#platform/files/open.ts'
import { emptyScratch, storeInParts, withScratchFile } from '#platform/files/store-in-parts.ts'
import { defineJob, type JobContext } from '#platform/jobs/jobs.ts'
import { publish } from '#platform/realtime/realtime.ts'
import { writeStudioCopy } from '#platform/studio-copy/write-studio-copy.ts'
import * as queries from './queries.ts'

const DAY_MS = 86_400_000
const EXPIRE_SECONDS = 12 * 3_600

/**
 * Writes an export to the disk, then stores it in parts, so that every process can serve it. It begins again if it is
 * interrupted.
 */
export const writeExport = defineJob('studio-exports.write', {
  payload: z.object({ export_id: Id }),
  expireSeconds: EXPIRE_SECONDS,
  retry: { limit: 5, delaySeconds: 30, longestSeconds: 900 },
  async run({ export_id }, context) {
    const found = await asSystem((tx) => queries.getExport(tx, export_id))
    if (found?.state !== 'waiting') return
    const { now, signal, log } = context
    try {
      await withScratchFile(`${export_id}.zip`, async (path) => {
        const copy = { studio_id: found.studio_id, path, files: theFiles(), now, signal }
        if (await writeStudioCopy(copy)) await storeExport(found, path, context)
      })
    } catch (error) {
      // Another attempt can succeed after a stop of the server and when the store answers again.
      if (signal.aborted || error instanceof StoreUnavailable) throw error
      log.error({ err: error, export_id }, 'an export of a studio failed')
      await endFailed(export_id, now)
    }
  },
})

type Export = { id: string; studio_id: string }

async function storeExport(found: Export, path: string, { now, signal }: JobContext) {
  let parts = 0
  const size_bytes = await storeInParts(path, {
    keyOf: (part) => queries.exportKey(found, part),
    beforePart: (part) => {
      signal.throwIfAborted()
      parts = part
      return asSystem((tx) => queries.updateParts(tx, found.id, part))
    },
  })
  const expires_at = new Date(now.getTime() + STUDIO_EXPORT_DAYS * DAY_MS).toISOString()
  const ready = size_bytes !== null && (await finish({ id: found.id, at: now.toISOString(), size_bytes, expires_at }))
  // The studio was erased meanwhile.
  if (!ready) await deleteParts({ ...found, parts })
}

const finish = (ended: Parameters<typeof queries.finishExport>[1]) =>
  asSystem(async (tx) => {
    const ready = await queries.finishExport(tx, ended)
    if (!ready) return false
    await queueExportEnded(tx, { studio_id: ready.studio_id, user_id: ready.requested_by, change: 'ready' })
    publish(tx, { studio_id: ready.studio_id, topic: 'studio-exports', id: ready.id, client_id: null })
    return true
  })

async function deleteParts(found: Export & { parts: number }) {
  for (const key of queries.exportKeysOf(found)) await theFiles().delete(key)
}

async function endFailed(id: string, now: Date) {
  const failed = await asSystem(async (tx) => {
    const ended = await queries.failExport(tx, { id, at: now.toISOString() })
    if (!ended) return null
    await queueExportEnded(tx, { studio_id: ended.studio_id, user_id: ended.requested_by, change: 'failed' })
    publish(tx, { studio_id: ended.studio_id, topic: 'studio-exports', id, client_id: null })
    return ended
  })
  if (failed) await deleteParts(failed)
}

/** Deletes exports whose time is over, ends those that nobody writes any longer, and empties the scratch folder. */
const expireExports = defineJob('studio-exports.expire', {
  payload: z.object({}),
  every: 'hour',
  expireSeconds: 600,
  async run(_payload, { now }) {
    const times = { now: now.toISOString(), day_ago: new Date(now.getTime() - DAY_MS).toISOString() }
    for (const id of await asSystem((tx) => queries.listStuckExports(tx, times.day_ago))) await endFailed(id, now)
    const failed_before = new Date(now.getTime() - STUDIO_EXPORT_DAYS * DAY_MS).toISOString()
    for (const expired of await asSystem((tx) => queries.listExpiredExports(tx, { now: times.now, failed_before }))) {
      await deleteParts(expired)
      await asSystem((tx) => queries.deleteExport(tx, expired.id))
    }
    await emptyScratch(now)
  },
})

export const studioExportJobs = [writeExport, expireExports]
