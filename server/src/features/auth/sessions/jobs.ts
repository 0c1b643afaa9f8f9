import { Id } from '@studiohub/contract/shared/text.ts'
import { z } from 'zod'
import { asAuth } from '#platform/db/actor.ts'
import { defineJob } from '#platform/jobs/jobs.ts'
import * as queries from './queries.ts'

/** Ends a session whose 15 minutes after an emailed link or code are over. */
export const endSession = defineJob('auth.end-session', {
  payload: z.object({ session_id: Id }),
  run: ({ session_id }) => asAuth((tx) => queries.deleteSession(tx, session_id)),
})
