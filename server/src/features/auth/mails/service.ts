import { slugPattern } from '@studiohub/contract/shared/slug.ts'
import type { Tx } from '../../../platform/db/door.ts'
import { enqueue } from '../../../platform/jobs.ts'
import { sealProof, sendConfirmation, sendRecovery, sendWelcome } from '../../emails/jobs.ts'
import { getStudioBySlug } from '../redirects/queries.ts'
import type { Purpose } from '../verification/rules.ts'

export type ProofMail = { user_id: string; purpose: Purpose; link: string; code: string; studio_id: string | null }

/** Queues the mail with a link and a code. Both are kept nowhere in clear: the waiting job holds them sealed. */
export async function queueProofMail(tx: Tx, { user_id, purpose, link, code, studio_id }: ProofMail): Promise<void> {
  const job = purpose === 'recovery' ? sendRecovery : sendConfirmation
  await enqueue(tx, job, { user_id, studio_id, ...sealProof({ link, code }) })
}

/** Queues the welcome, in the name of the studio at which the person signed up, if it was at one. */
export async function queueWelcomeMail(tx: Tx, user_id: string, signup_namespace: unknown): Promise<void> {
  // Written by the person themselves: it chooses a letter's face and nothing else.
  const slug = typeof signup_namespace === 'string' && slugPattern.test(signup_namespace) ? signup_namespace : null
  const studio_id = slug === null ? null : await getStudioBySlug(tx, slug)
  await enqueue(tx, sendWelcome, { user_id, studio_id })
}
