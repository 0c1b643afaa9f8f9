import { STUDIO_EXPORT_DAYS } from '@studiohub/contract/features/studio-exports/words.ts'
import { DAY_MS } from '@studiohub/contract/shared/durations.ts'
import { Id } from '@studiohub/contract/shared/text.ts'
import { z } from 'zod'
import { queueExportEnded } from '#features/emails/export-jobs.ts'
import { asSystem } from '#platform/db/actor.ts'
import { StoreUnavailableError } from '#platform/files/files.ts'
import { getFileStore } from '#platform/files/open.ts'
import { deleteScratchFiles, storeInParts, withScratchFile } from '#platform/files/store-in-parts.ts'
import { defineJob, type JobContext } from '#platform/jobs/jobs.ts'
import { publish } from '#platform/realtime/realtime.ts'
import { writeStudioCopy } from '#platform/studio-copy/write-studio-copy.ts'
import * as queries from './queries.ts'

const EXPIRE_SECONDS = 12 * 3_600

/**
 * Writes an export to the local disk, then stores it in parts, so that every process can serve it. If it is interrupted, it
 * starts from the beginning.
 */
export const writeExport = defineJob('studio-exports.write', {
  payload: z.object({ export_id: Id }),
  expireSeconds: EXPIRE_SECONDS,
  retry: { limit: 5, delaySeconds: 30, longestSeconds: 900 },
  async run({ export_id }, context) {
    const exportRow = await asSystem((tx) => queries.getExport(tx, export_id))
    if (exportRow?.state !== 'waiting') return
    const { now, signal, log, is_last_attempt } = context
    try {
      await withScratchFile(`${export_id}.zip`, async (path) => {
        const copy = { studio_id: exportRow.studio_id, path, files: getFileStore(), now, signal }
        if (await writeStudioCopy(copy)) await storeExport(exportRow, path, context)
      })
    } catch (error) {
      // The job is retried if the server stopped or the file store was unavailable. After the last attempt, an export that still
      // waits would block new ones for a day.
      const isTemporary = signal.aborted || error instanceof StoreUnavailableError
      if (isTemporary && !is_last_attempt) throw error
      log.error({ err: error, export_id }, 'an export of a studio failed')
      await failExport(export_id, now)
    }
  },
})

type Export = { id: string; studio_id: string }

async function storeExport(exportRow: Export, path: string, { now, signal }: JobContext) {
  let parts = 0
  const size_bytes = await storeInParts(path, {
    keyOf: (part) => queries.partKey(exportRow, part),
    beforePart: (part) => {
      signal.throwIfAborted()
      parts = part
      return asSystem((tx) => queries.updateParts(tx, exportRow.id, part))
    },
  })
  const expires_at = new Date(now.getTime() + STUDIO_EXPORT_DAYS * DAY_MS).toISOString()
  const isReady =
    size_bytes !== null && (await finishExport({ id: exportRow.id, at: now.toISOString(), size_bytes, expires_at }))
  // The export is not ready if its studio was erased while it was written.
  if (!isReady) await deleteParts({ ...exportRow, parts })
}

const finishExport = (result: Parameters<typeof queries.finishExport>[1]) =>
  asSystem(async (tx) => {
    const exportRow = await queries.finishExport(tx, result)
    if (!exportRow) return false
    await queueExportEnded(tx, {
      studio_id: exportRow.studio_id,
      user_id: exportRow.requested_by,
      change: 'ready',
      at: result.at,
    })
    publish(tx, { studio_id: exportRow.studio_id, topic: 'studio-exports', id: exportRow.id, client_id: null })
    return true
  })

async function deleteParts(exportRow: Export & { parts: number }) {
  for (const key of queries.listPartKeys(exportRow)) await getFileStore().delete(key)
}

async function failExport(id: string, now: Date) {
  const failedExport = await asSystem(async (tx) => {
    const exportRow = await queries.failExport(tx, { id, at: now.toISOString() })
    if (!exportRow) return null
    await queueExportEnded(tx, {
      studio_id: exportRow.studio_id,
      user_id: exportRow.requested_by,
      change: 'failed',
      at: now.toISOString(),
    })
    publish(tx, { studio_id: exportRow.studio_id, topic: 'studio-exports', id, client_id: null })
    return exportRow
  })
  if (failedExport) await deleteParts(failedExport)
}

/** Deletes expired exports, marks stuck exports as failed, and deletes old scratch files. */
const expireExports = defineJob('studio-exports.expire', {
  payload: z.object({}),
  every: 'hour',
  expireSeconds: 600,
  async run(_payload, { now }) {
    const times = { now: now.toISOString(), day_ago: new Date(now.getTime() - DAY_MS).toISOString() }
    for (const id of await asSystem((tx) => queries.listStuckExports(tx, times.day_ago))) await failExport(id, now)
    const failed_before = new Date(now.getTime() - STUDIO_EXPORT_DAYS * DAY_MS).toISOString()
    for (const expired of await asSystem((tx) => queries.listExpiredExports(tx, { now: times.now, failed_before }))) {
      await deleteParts(expired)
      await asSystem((tx) => queries.deleteExport(tx, expired.id))
    }
    await deleteScratchFiles(now)
  },
})

const BATCH_SIZE = 500

/**
 * Deletes stored parts that belong to no export, for example after a restore. It deletes only parts that are older than every
 * current export, because a second installation may use the same store to rehearse a restore.
 */
const cleanStore = defineJob('studio-exports.clean-store', {
  payload: z.object({}),
  every: 'day',
  expireSeconds: 3_600,
  async run(_payload, { now, log, signal }) {
    const before = now.getTime() - (STUDIO_EXPORT_DAYS + 1) * DAY_MS
    const old: { key: string; id: string }[] = []
    for await (const { key, stored_at } of getFileStore().list(queries.EXPORTS_BUCKET)) {
      signal.throwIfAborted()
      const id = queries.parseExportId(key)
      if (id && stored_at.getTime() < before) old.push({ key, id })
    }
    const deleted = { parts: 0 }
    for (let from = 0; from < old.length; from += BATCH_SIZE) {
      const batch = old.slice(from, from + BATCH_SIZE)
      const existingIds = await asSystem((tx) =>
        queries.listExistingExports(
          tx,
          batch.map(({ id }) => id),
        ),
      )
      for (const { key } of batch.filter(({ id }) => !existingIds.includes(id))) {
        await getFileStore().delete(key)
        deleted.parts += 1
      }
    }
    if (deleted.parts > 0) log.info(deleted, 'parts of exports that no longer exist were deleted')
  },
})

export const studioExportJobs = [writeExport, expireExports, cleanStore]
