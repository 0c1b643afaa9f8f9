import { z } from 'zod'
import { asSystem } from '#platform/db/actor.ts'
import { FileKey } from '#platform/files/files.ts'
import { theFiles } from '#platform/files/open.ts'
import { defineJob } from '#platform/jobs/jobs.ts'
import { isAvatar } from './queries.ts'

/**
 * Deletes the file of a picture unless it is somebody's: the old one after a change, and the new one where its upload
 * ended before the change was made. A name is used once, so a file that is nobody's stays nobody's.
 */
export const forgetAvatar = defineJob('profile.forget-avatar', {
  payload: z.object({ key: FileKey }),
  async run({ key }) {
    if (await asSystem((tx) => isAvatar(tx, key))) return
    await theFiles().delete(key)
  },
})

export const profileJobs = [forgetAvatar]
