import { z } from 'zod'
import { asSystem } from '#platform/db/actor.ts'
import { defineJob } from '#platform/jobs/jobs.ts'
import { forgetNotices } from './queries.ts'

const KEPT_DAYS = 90
const DAY_MS = 86_400_000

/** Forgets what was told a quarter of a year ago, read or not: what matters is on the page that it is about. */
const forgetOldNotices = defineJob('notices.forget', {
  payload: z.object({}),
  every: 'day',
  run: (_payload, { now }) =>
    asSystem((tx) => forgetNotices(tx, new Date(now.getTime() - KEPT_DAYS * DAY_MS).toISOString())),
})

export const noticesJobs = [forgetOldNotices]
