import { homeFor, type Role } from '@studiohub/contract/actor.ts'
import { Id } from '@studiohub/contract/shared/text.ts'
import { z } from 'zod'
import { asSystem } from '#platform/db/actor.ts'
import { defineJob } from '#platform/jobs/jobs.ts'
import { arePlansOn } from '#platform/payments/plans.ts'
import {
  brandingOnlySender,
  buildProductUrl,
  buildStudioUrl,
  getBranding,
  getPlatformSender,
  sendEmail,
} from './jobs.ts'
import { unsealLink } from './proof-jobs.ts'
import * as queries from './queries.ts'
import { studioCreatedEmail } from './templates/studio-created.ts'
import { welcomeEmail } from './templates/welcome.ts'
import {
  bookingPath,
  type ChosenSession,
  formatDay,
  formatTimeOfDay,
  getSafeStudioName,
  greetingName,
  readChosenSession,
  safeParagraphs,
  zoneName,
} from './wording.ts'

/**
 * Welcomes a new person. `studio_id` is the studio where they signed up, and `next` is the page that they requested there. A
 * person who signed up at a studio will join it, so the email does not ask them to choose a role.
 */
export const sendWelcome = defineJob('emails.send-welcome', {
  payload: z.object({
    user_id: Id,
    studio_id: Id.nullable(),
    next: z.string().nullable().default(null),
    /** The link that proves the address; null if it is proven, and in jobs of older versions. */
    sealed_link: z.string().nullable().default(null),
    needs_password: z.boolean().default(false),
  }),
  async run({ user_id, studio_id, next, sealed_link, needs_password }, context) {
    const choice = readChosenSession(next)
    const { recipient, current, studio, service } = await asSystem(async (tx) => ({
      recipient: await queries.getRecipient(tx, user_id),
      current: await queries.getCurrentRole(tx, user_id),
      studio: await getBranding(tx, studio_id),
      service: studio_id && choice ? await queries.getOfferedService(tx, studio_id, choice.service) : undefined,
    }))
    if (!recipient) return
    const sender = brandingOnlySender(studio)
    const isGuest = !current || current.role === 'client'
    const chosenSession = isGuest && studio && service && choice ? { ...choice, ...service } : null
    const data = {
      userName: greetingName(recipient.full_name),
      userRole: current?.role ?? (studio ? ('joining' as const) : ('onboarding' as const)),
      studioName: sender.name,
      studioLogo: sender.logo_url,
      ...(chosenSession && { chosenSession: describeSession(chosenSession) }),
      dashboardUrl: buildStudioUrl(
        isGuest ? studio : null,
        chosenSession && studio ? bookingPath(studio.slug, chosenSession) : homePathOf(current, studio),
      ),
      confirmUrl: sealed_link && unsealLink(sealed_link),
      passwordUrl: needs_password ? buildStudioUrl(null, '/auth/forgot-password') : null,
    }
    await sendEmail(recipient, welcomeEmail(data, sender), context, {
      delivery: { kind: 'welcome', studio_id, user_id },
    })
  },
})

type OfferedSession = ChosenSession & { label: string; timezone: string; country: string | null }

const describeSession = ({ label, day, time, timezone, country }: OfferedSession) => ({
  service: safeParagraphs(label).join(' '),
  when: `${formatDay(day, country)}, ${formatTimeOfDay(time, country)} (${zoneName(timezone)})`,
})

const homePathOf = (current: { role: Role; slug: string | null } | undefined, studio: { slug: string } | null) =>
  current ? homeFor(current.role, current.slug) : studio ? `/${studio.slug}` : '/auth/onboarding'

/** Emails the founder of a new studio that it is ready. */
export const sendStudioCreated = defineJob('emails.send-studio-created', {
  payload: z.object({ studio_id: Id, user_id: Id }),
  async run({ studio_id, user_id }, context) {
    const { recipient, studio } = await asSystem(async (tx) => ({
      recipient: await queries.getRecipient(tx, user_id),
      studio: await getBranding(tx, studio_id),
    }))
    if (!recipient || !studio) return
    const data = {
      userName: greetingName(recipient.full_name),
      studioName: getSafeStudioName(studio),
      subscriptionTier: arePlansOn() ? (studio.tier ?? ('trial' as const)) : null,
      dashboardUrl: buildProductUrl('/studio'),
    }
    const delivery = { kind: 'studio_created', studio_id, user_id } as const
    await sendEmail(recipient, studioCreatedEmail(data, getPlatformSender()), context, { delivery })
  },
})

export const welcomeJobs = [sendWelcome, sendStudioCreated]
