import { HOUR_MS } from '@studiohub/contract/shared/durations.ts'
import { z } from 'zod'
import { asSystem } from '#platform/db/actor.ts'
import { FileKey } from '#platform/files/files.ts'
import { getFileStore } from '#platform/files/open.ts'
import { defineJob } from '#platform/jobs/jobs.ts'
import { deleteExpiredUpload, isFileOfMessage } from './queries.ts'

/** A file that was uploaded but not sent is deleted after this time. */
export const UNSENT_FILE_HOURS = 24

/**
 * Deletes a stored file that no message uses: its message was deleted, its upload was interrupted, or it was never sent.
 */
export const deleteUnusedMessageFile = defineJob('conversations.forget-file', {
  payload: z.object({ key: FileKey }),
  async run({ key }, { now }) {
    // The job of an upload may start a little early.
    const uploadedBefore = new Date(now.getTime() - (UNSENT_FILE_HOURS - 1) * HOUR_MS).toISOString()
    const isUsed = await asSystem(async (tx) => {
      await deleteExpiredUpload(tx, key, uploadedBefore)
      return isFileOfMessage(tx, key)
    })
    if (!isUsed) await getFileStore().delete(key)
  },
})

export const messageFileJobs = [deleteUnusedMessageFile]
