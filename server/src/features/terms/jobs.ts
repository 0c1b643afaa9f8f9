import { ADDRESS_DAYS } from '@studiohub/contract/features/terms/words.ts'
import { DAY_MS } from '@studiohub/contract/shared/durations.ts'
import { z } from 'zod'
import { asSystem } from '#platform/db/actor.ts'
import { defineJob } from '#platform/jobs/jobs.ts'
import { forgetAddresses } from './queries.ts'

/** Removes the network addresses from acceptances that are 90 days old. The acceptances stay. */
const forgetTermsAddresses = defineJob('terms.forget-addresses', {
  payload: z.object({}),
  every: 'hour',
  run: (_payload, { now }) =>
    asSystem(async (tx) => {
      await forgetAddresses(tx, new Date(now.getTime() - ADDRESS_DAYS * DAY_MS))
    }),
})

export const termsJobs = [forgetTermsAddresses]
