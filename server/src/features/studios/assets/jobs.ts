import { z } from 'zod'
import { asSystem } from '#platform/db/actor.ts'
import { FileKey, publicAddress } from '#platform/files/files.ts'
import { theFiles } from '#platform/files/open.ts'
import { defineJob } from '#platform/jobs/jobs.ts'
import { isAsset } from './queries.ts'

/**
 * Deletes the file of a studio's picture unless the studio shows it: the old one after a change, and the new one where
 * its upload ended before the change was made. A name is used once, so a file that nobody shows is never shown again.
 */
export const forgetAsset = defineJob('studios.forget-asset', {
  payload: z.object({ key: FileKey }),
  async run({ key }) {
    if (await asSystem((tx) => isAsset(tx, publicAddress(key)))) return
    await theFiles().delete(key)
  },
})

export const studioJobs = [forgetAsset]
