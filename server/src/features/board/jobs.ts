import { phases } from '@studiohub/contract/features/projects/words.ts'
import { z } from 'zod'
import { asSystem } from '#platform/db/actor.ts'
import { FileKey } from '#platform/files/files.ts'
import { theFiles } from '#platform/files/open.ts'
import { defineJob } from '#platform/jobs/jobs.ts'
import { isFileOfCard } from './files/queries.ts'
import { tidyColumn } from './moves/queries.ts'

/** Numbers a column again whose places have become very fine. */
export const tidyBoard = defineJob('board.tidy', {
  payload: z.object({ studio_id: z.uuid(), phase: z.enum(phases) }),
  run: (column) => asSystem((tx) => tidyColumn(tx, column)),
})

/** Deletes a file that lies on no card: one that was taken away, or whose upload ended before it was laid there. */
export const forgetCardFile = defineJob('board.forget-file', {
  payload: z.object({ key: FileKey }),
  async run({ key }) {
    if (await asSystem((tx) => isFileOfCard(tx, key))) return
    await theFiles().delete(key)
  },
})

export const boardJobs = [tidyBoard, forgetCardFile]
