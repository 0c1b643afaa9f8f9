import { z } from 'zod'
import { asSystem } from '#platform/db/actor.ts'
import { FileKey } from '#platform/files/files.ts'
import { theFiles } from '#platform/files/open.ts'
import { defineJob } from '#platform/jobs/jobs.ts'
import { isAvatar } from './queries.ts'

/**
 * Deletes the file of a picture unless it is in use: the old one after a change, or a new one whose upload was not finished.
 * A file name is used only once, so an unused file stays unused.
 */
export const deleteUnusedAvatar = defineJob('profile.forget-avatar', {
  payload: z.object({ key: FileKey }),
  async run({ key }) {
    if (await asSystem((tx) => isAvatar(tx, key))) return
    await theFiles().delete(key)
  },
})

export const profileJobs = [deleteUnusedAvatar]
