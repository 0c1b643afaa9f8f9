import { z } from 'zod'
import { asSystem } from '../db/actor.ts'
import { defineJob } from '../jobs/jobs.ts'

const KEPT_MS = 48 * 3_600_000

/** Forgets the answers to creating calls two days later: no repeat comes so late, and they hold what people wrote. */
export const forgetKeptAnswers = defineJob('platform.forget-kept-answers', {
  payload: z.object({}),
  every: 'hour',
  run: (_payload, { now }) =>
    asSystem((tx) =>
      tx
        .deleteFrom('idempotency_keys')
        .where('created_at', '<', new Date(now.getTime() - KEPT_MS).toISOString())
        .execute(),
    ),
})
