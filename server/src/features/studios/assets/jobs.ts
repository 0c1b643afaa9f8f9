import { z } from 'zod'
import { asSystem } from '#platform/db/actor.ts'
import { FileKey, publicAddress } from '#platform/files/files.ts'
import { theFiles } from '#platform/files/open.ts'
import { defineJob } from '#platform/jobs/jobs.ts'
import { isAsset } from './queries.ts'

/**
 * Deletes a file that is not a studio's picture: the old file after a change, or the new file of an interrupted upload. A
 * name is used only once, so an unused file stays unused.
 */
export const forgetAsset = defineJob('studios.forget-asset', {
  payload: z.object({ key: FileKey }),
  async run({ key }) {
    if (await asSystem((tx) => isAsset(tx, publicAddress(key)))) return
    await theFiles().delete(key)
  },
})

export const studioJobs = [forgetAsset]
