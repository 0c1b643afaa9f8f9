import { HOUR_MS } from '@studiohub/contract/shared/durations.ts'
import { z } from 'zod'
import { asSystem } from '../db/actor.ts'
import { defineJob } from '../jobs/jobs.ts'

const STORED_FOR_MS = 48 * HOUR_MS

/** Deletes stored answers after two days: no repeat comes that late, and answers contain personal data. */
export const deleteOldAnswers = defineJob('platform.forget-kept-answers', {
  payload: z.object({}),
  every: 'hour',
  run: (_payload, { now }) =>
    asSystem((tx) =>
      tx
        .deleteFrom('idempotency_keys')
        .where('created_at', '<', new Date(now.getTime() - STORED_FOR_MS).toISOString())
        .execute(),
    ),
})
