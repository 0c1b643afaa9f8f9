import { z } from 'zod'
import { asSystem } from '#platform/db/actor.ts'
import { FileKey } from '#platform/files/files.ts'
import { getFileStore } from '#platform/files/open.ts'
import { defineJob } from '#platform/jobs/jobs.ts'
import { isAvatar } from './queries.ts'

/**
 * Deletes the file of a picture unless it is in use: the old file after a change, or the new file of an upload that failed.
 * Each file name is used only once, so an unused file cannot be used later.
 */
export const deleteUnusedAvatar = defineJob('profile.forget-avatar', {
  payload: z.object({ key: FileKey }),
  async run({ key }) {
    if (await asSystem((tx) => isAvatar(tx, key))) return
    await getFileStore().delete(key)
  },
})

export const profileJobs = [deleteUnusedAvatar]
