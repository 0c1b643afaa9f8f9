import { z } from 'zod'
import { asSystem } from '#platform/db/actor.ts'
import { defineJob } from '#platform/jobs/jobs.ts'
import { endExpired } from './sales/queries.ts'

/** Ends packages whose last day has passed. The database posts their unused hours as earnings. */
const endExpiredPackages = defineJob('packages.end-expired', {
  payload: z.object({}),
  every: 'hour',
  run: (_payload, { now }) => asSystem((tx) => endExpired(tx, now.toISOString())),
})

export const packagesJobs = [endExpiredPackages]
