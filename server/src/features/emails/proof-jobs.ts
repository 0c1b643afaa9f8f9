import { Id } from '@studiohub/contract/shared/text.ts'
import { z } from 'zod'
import { seal, unseal } from '#platform/auth/secrets.ts'
import { asSystem } from '#platform/db/actor.ts'
import { defineJob, type JobContext } from '#platform/jobs/jobs.ts'
import type { EmailBranding, EmailContent } from './email-content.ts'
import { brandingOnlySender, getBranding, sendEmail } from './jobs.ts'
import * as queries from './queries.ts'
import { confirmationEmail, type ProofData, recoveryEmail } from './templates/proof.ts'
import { greetingName } from './wording.ts'

/** The payload of an email with a link and six digits. */
const Proof = z.object({
  user_id: Id,
  /** The studio where the person signed up; the email has its branding. */
  studio_id: Id.nullable(),
  /** The recipient's address, if it is not the account's current one. */
  sealed_address: z.string().optional(),
  sealed_link: z.string(),
  sealed_code: z.string(),
})

type ProofTemplate = (data: ProofData, sender: EmailBranding) => EmailContent

/** A job that sends an email with a link and six digits. */
export const defineProofJob = (name: string, template: ProofTemplate) =>
  defineJob(name, { payload: Proof, run: (proof, context) => sendProof(proof, template, context) })

/** Emails the link and the six digits for choosing a new password. */
export const sendRecovery = defineProofJob('emails.send-recovery', recoveryEmail)

/** Emails the link and the six digits that prove an address. */
export const sendConfirmation = defineProofJob('emails.send-confirmation', confirmationEmail)

const LINK = 'emails.link'
const CODE = 'emails.code'
const ADDRESS = 'emails.address'

/** Seals an address for a job's payload, so that a reader of the queue does not see it. */
export const sealAddress = (email: string) => seal(ADDRESS, email)

/** Reverses `sealAddress`. */
export const unsealAddress = (sealed: string) => unseal(ADDRESS, sealed).toString()

/** Seals a link for a job's payload. */
export const sealLink = (link: string) => seal(LINK, link)

/** Reverses `sealLink`. */
export const unsealLink = (sealed: string) => unseal(LINK, sealed).toString()

/** Seals a link and a code for a job's payload, so that a reader of the queue cannot use them. */
export function sealLinkAndCode({ link, code }: { link: string; code: string }) {
  return { sealed_link: sealLink(link), sealed_code: seal(CODE, code) }
}

/** Sends an email with a link and six digits. Only this function unseals them. */
async function sendProof(
  { user_id, studio_id, sealed_address, sealed_link, sealed_code }: z.output<typeof Proof>,
  template: ProofTemplate,
  context: JobContext,
) {
  const { recipient, studio } = await asSystem(async (tx) => ({
    recipient: await queries.getRecipient(tx, user_id),
    studio: await getBranding(tx, studio_id),
  }))
  if (!recipient) return
  const data = {
    userName: greetingName(recipient.full_name),
    email: recipient.email,
    link: unsealLink(sealed_link),
    code: unseal(CODE, sealed_code).toString(),
  }
  const to = sealed_address ? { ...recipient, email: unsealAddress(sealed_address) } : recipient
  await sendEmail(to, template(data, brandingOnlySender(studio)), context)
}

export const proofJobs = [sendRecovery, sendConfirmation]
