import { phases } from '@studiohub/contract/features/projects/words.ts'
import { z } from 'zod'
import { asSystem } from '#platform/db/actor.ts'
import { FileKey } from '#platform/files/files.ts'
import { getFileStore } from '#platform/files/open.ts'
import { defineJob } from '#platform/jobs/jobs.ts'
import { isFileOfCard } from './files/queries.ts'
import { renumberColumn } from './moves/queries.ts'

/** Renumbers a column whose positions have too many digits. */
export const renumberBoardColumn = defineJob('board.tidy', {
  payload: z.object({ studio_id: z.uuid(), phase: z.enum(phases) }),
  run: (column) => asSystem((tx) => renumberColumn(tx, column)),
})

/** Deletes a stored file that no card uses: it was removed, or its upload was interrupted. */
export const deleteUnusedCardFile = defineJob('board.forget-file', {
  payload: z.object({ key: FileKey }),
  async run({ key }) {
    if (await asSystem((tx) => isFileOfCard(tx, key))) return
    await getFileStore().delete(key)
  },
})

export const boardJobs = [renumberBoardColumn, deleteUnusedCardFile]
