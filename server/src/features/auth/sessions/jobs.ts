import { Id } from '@studiohub/contract/shared/text.ts'
import { z } from 'zod'
import { asAuth } from '#platform/db/actor.ts'
import { defineJob } from '#platform/jobs/jobs.ts'
import * as endings from './ending-queries.ts'

/** Ends a session that `endOtherSessions` left open for 15 minutes after an emailed link or code. */
export const endSession = defineJob('auth.end-session', {
  payload: z.object({ session_id: Id }),
  run: ({ session_id }) => asAuth((tx) => endings.deleteSession(tx, session_id)),
})
