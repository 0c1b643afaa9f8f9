import { z } from 'zod'
import { asSystem } from '#platform/db/actor.ts'
import { buildPublicFilePath, FileKey } from '#platform/files/files.ts'
import { getFileStore } from '#platform/files/open.ts'
import { defineJob } from '#platform/jobs/jobs.ts'
import { isAsset } from './queries.ts'

/**
 * Deletes a file that is not a studio's picture: the old file after a change, or the new file of an interrupted upload. Each
 * file name is used only once, so an unused file cannot be used later.
 */
export const deleteUnusedAsset = defineJob('studios.forget-asset', {
  payload: z.object({ key: FileKey }),
  async run({ key }) {
    if (await asSystem((tx) => isAsset(tx, buildPublicFilePath(key)))) return
    await getFileStore().delete(key)
  },
})

export const studioJobs = [deleteUnusedAsset]
