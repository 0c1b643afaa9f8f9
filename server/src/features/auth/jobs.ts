import { DAY_MS } from '@studiohub/contract/shared/durations.ts'
import { z } from 'zod'
import { sessionCutOffs } from '#platform/auth/session-limits.ts'
import { rotateKeysWhenDue } from '#platform/auth/tokens.ts'
import { asAuth } from '#platform/db/actor.ts'
import { deleteFullBuckets } from '#platform/http/limits.ts'
import { defineJob } from '#platform/jobs/jobs.ts'
import { processFactorWaits, sendWaitText } from './factor-waits/jobs.ts'
import { deleteAbandonedFactors, deleteOldChallenges } from './factors/queries.ts'
import { sendTextCode } from './factors/sms/jobs.ts'
import { deleteOldFlows } from './flows/queries.ts'
import { deleteExpiredChallenges } from './passkeys/queries.ts'
import { deleteOldSessions } from './sessions/ending-queries.ts'
import { endSession } from './sessions/jobs.ts'
import { deleteOldKnownNetworks } from './sessions/network-queries.ts'
import { deleteUnconfirmedUsers } from './users/queries.ts'
import { deleteExpiredTokens } from './verification/queries.ts'

const FLOWS_RETENTION_DAYS = 1
const CHALLENGES_RETENTION_DAYS = 1
const UNUSED_SESSIONS_RETENTION_DAYS = 180
const KNOWN_NETWORKS_RETENTION_DAYS = 180
const UNCONFIRMED_RETENTION_DAYS = 7

/** Deletes expired data: unused limits, flows, emailed codes, sessions and known networks. */
export const deleteExpiredAuthData = defineJob('auth.clear-remains', {
  payload: z.object({}),
  every: 'hour',
  run: (_payload, { now }) => {
    const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
    return asAuth(async (tx) => {
      await deleteFullBuckets(tx, now)
      await deleteExpiredTokens(tx, now)
      await deleteOldFlows(tx, daysAgo(FLOWS_RETENTION_DAYS))
      await deleteAbandonedFactors(tx, daysAgo(CHALLENGES_RETENTION_DAYS))
      await deleteOldChallenges(tx, daysAgo(CHALLENGES_RETENTION_DAYS))
      await deleteExpiredChallenges(tx, now)
      const { created, refreshed } = sessionCutOffs(now)
      await deleteOldSessions(tx, { refreshed: refreshed ?? daysAgo(UNUSED_SESSIONS_RETENTION_DAYS), created })
      await deleteUnconfirmedUsers(tx, daysAgo(UNCONFIRMED_RETENTION_DAYS))
      await deleteOldKnownNetworks(tx, daysAgo(KNOWN_NETWORKS_RETENTION_DAYS))
    })
  },
})

/** Rotates the signing key when the current one is old enough. */
export const rotateSigningKeys = defineJob('auth.rotate-signing-keys', {
  payload: z.object({}),
  every: 'day',
  run: (_payload, { now }) => rotateKeysWhenDue(now),
})

export const authJobs = [
  deleteExpiredAuthData,
  rotateSigningKeys,
  sendTextCode,
  sendWaitText,
  processFactorWaits,
  endSession,
]
