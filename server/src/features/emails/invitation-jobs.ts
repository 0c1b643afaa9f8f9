import { DAY_MS } from '@studiohub/contract/shared/durations.ts'
import { Id } from '@studiohub/contract/shared/text.ts'
import { z } from 'zod'
import { countToAddress, getClientInvitation } from '#features/clients/claims/invitation-queries.ts'
import { findProvenAccount, getInvitationEmail } from '#features/invitations/queries.ts'
import { createNotices } from '#features/notices/jobs.ts'
import { hasNotice } from '#features/notices/queries.ts'
import { seal, sha256, unseal } from '#platform/auth/secrets.ts'
import { asSystem } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { defineJob } from '#platform/jobs/jobs.ts'
import { brandingOnlySender, buildProductUrl, getBranding, sendEmail } from './jobs.ts'
import { clientInvitationEmail } from './templates/client-invitation.ts'
import { staffInvitationEmail } from './templates/staff-invitation.ts'
import { greetingName, safeName } from './wording.ts'

const TOKEN = 'emails.invitation'
/** How many invitations to claim a record one address may get in 24 hours, from all studios together. */
const ADDRESS_DAILY_MAX = 10

/** Seals the secret of an invitation for a job's payload, so that a reader of the queue cannot use it. */
export const sealToken = (token: string) => seal(TOKEN, token)

/**
 * Emails an invitation with its studio's branding, unless it was answered, revoked or sent again since. Looks up the account of
 * the address only here, so that the inviter's request takes the same time for every address.
 */
export const sendInvitation = defineJob('emails.send-invitation', {
  payload: z.object({ invitation_id: Id, sealed_token: z.string() }),
  async run({ invitation_id, sealed_token }, context) {
    const token = unseal(TOKEN, sealed_token).toString()
    const { invitation, studio } = await asSystem(async (tx) => {
      const invitation = await getInvitationEmail(tx, { id: invitation_id, token_hash: sha256(token) })
      if (invitation) await notifyOwner(tx, { ...invitation, id: invitation_id })
      return { invitation, studio: invitation ? await getBranding(tx, invitation.studio_id) : null }
    })
    if (!invitation || !studio) return
    const sender = brandingOnlySender(studio)
    const data = {
      inviterName: safeName(invitation.inviter_name, sender.name),
      studioName: sender.name,
      studioLogo: sender.logo_url,
      signupUrl: buildProductUrl(`/${studio.slug}/auth/signup?invitation=${token}`),
      recipientName: greetingName(invitation.full_name),
    }
    const delivery = {
      kind: 'staff_invitation',
      studio_id: invitation.studio_id,
      user_id: null,
      invitation_id,
    } as const
    await sendEmail(invitation, staffInvitationEmail(data, sender), context, { delivery })
  },
})

type Invitation = { id: string; email: string; studio_id: string; invited_by: string | null }

/** If an account has proven the address, also notifies its owner in the product, once per invitation. */
async function notifyOwner(tx: Tx, { id, email, studio_id, invited_by }: Invitation) {
  const owner = await findProvenAccount(tx, email)
  if (!owner || (await hasNotice(tx, { subject_id: id, user_id: owner.id }))) return
  const notice = { studio_id, actor_id: invited_by, subject_id: id, link: '/invitations' }
  await createNotices(tx, { kind: 'invitation', data: { accepted: false }, ...notice }, [owner.id])
}

/** Emails an invitation to claim a client record, unless it has ended or the address has reached the daily limit. */
export const sendClientInvitation = defineJob('emails.send-client-invitation', {
  payload: z.object({ invitation_id: Id, sealed_token: z.string() }),
  async run({ invitation_id, sealed_token }, context) {
    const token = unseal(TOKEN, sealed_token).toString()
    const emailData = await asSystem(async (tx) => {
      const invitation = await getClientInvitation(tx, sha256(token), context.now)
      if (invitation?.id !== invitation_id) return null
      const since = new Date(context.now.getTime() - DAY_MS).toISOString()
      const sentCount = await countToAddress(tx, invitation.address_mac, since)
      const studio = await getBranding(tx, invitation.studio_id)
      return studio && sentCount <= ADDRESS_DAILY_MAX ? { invitation, studio } : null
    })
    if (!emailData) return
    const { invitation, studio } = emailData
    const sender = brandingOnlySender(studio)
    const content = clientInvitationEmail(
      {
        studioName: sender.name,
        recipientName: greetingName(invitation.full_name),
        signupUrl: buildProductUrl(`/${studio.slug}/auth/signup?invitation=${token}`),
      },
      sender,
    )
    await sendEmail(invitation, content, context)
  },
})

export const invitationEmailJobs = [sendInvitation, sendClientInvitation]
