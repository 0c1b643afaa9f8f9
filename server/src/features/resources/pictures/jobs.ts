import { z } from 'zod'
import { asSystem } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { buildPublicFilePath, FileKey, PUBLIC_FILES } from '#platform/files/files.ts'
import { getFileStore } from '#platform/files/open.ts'
import { defineJob, enqueue } from '#platform/jobs/jobs.ts'
import { isPicture } from './queries.ts'

/**
 * Deletes a file unless a picture uses it: after the picture was removed, or after an upload that did not insert its row.
 * Each file name is used only once, so an unused file cannot be used later.
 */
export const deleteUnusedPicture = defineJob('resources.forget-picture', {
  payload: z.object({ key: FileKey }),
  async run({ key }) {
    if (await asSystem((tx) => isPicture(tx, buildPublicFilePath(key)))) return
    await getFileStore().delete(key)
  },
})

/** The key of the file at an address. */
export const toPictureKey = (address: string) => address.slice(PUBLIC_FILES.length + 1)

/** Queues the deletion of files, by their addresses. */
export async function deletePictureFiles(tx: Tx, addresses: readonly string[]) {
  for (const address of addresses) await enqueue(tx, deleteUnusedPicture, { key: toPictureKey(address) })
}

export const pictureJobs = [deleteUnusedPicture]
