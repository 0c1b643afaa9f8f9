import { z } from 'zod'
import { asSystem } from '#platform/db/actor.ts'
import { defineJob } from '#platform/jobs/jobs.ts'
import { deleteOldNotices } from './queries.ts'

const KEPT_DAYS = 90
const DAY_MS = 86_400_000

/** Deletes notifications after 90 days, read or not. The pages that they link to have the current data. */
const forgetOldNotices = defineJob('notices.forget', {
  payload: z.object({}),
  every: 'day',
  run: (_payload, { now }) =>
    asSystem((tx) => deleteOldNotices(tx, new Date(now.getTime() - KEPT_DAYS * DAY_MS).toISOString())),
})

export const noticesJobs = [forgetOldNotices]
