import { webinars } from '@studiohub/contract/features/marketing/schema.ts'
import { Id } from '@studiohub/contract/shared/text.ts'
import { z } from 'zod'
import { getContactRequest, getWebinarRegistration } from '#features/marketing/queries.ts'
import { getApplication } from '#features/partners/queries.ts'
import { asSystem } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { defineJob, enqueue } from '#platform/jobs/jobs.ts'
import { address, post, senderOf } from './jobs.ts'
import type { Letter } from './letter.tsx'
import * as queries from './queries.ts'
import {
  contactRequest,
  partnershipApplication,
  webinarConfirmation,
  webinarRegistration,
} from './templates/front-desk.ts'
import { inertName, inertParagraphs } from './wording.ts'

const SOMEBODY = 'Somebody'
const DAY_SECONDS = 24 * 3600

/** What came in through a public form: which of the three, and its row. */
const Arrival = z.object({
  about: z.enum(['partnership_application', 'contact_request', 'webinar_registration']),
  id: Id,
})

/** Gives every operator of the platform a mail of their own, so that one bad address holds up nobody else's. */
export const tellOperators = defineJob('emails.tell-operators', {
  payload: Arrival,
  run: (arrival) =>
    asSystem(async (tx) => {
      for (const { id: user_id } of await queries.listOperators(tx)) {
        const onceFor = { key: `${arrival.id}:${user_id}`, seconds: DAY_SECONDS }
        await enqueue(tx, sendArrival, { ...arrival, user_id }, { onceFor })
      }
    }),
})

/** Mails one operator what came in. */
export const sendArrival = defineJob('emails.send-arrival', {
  payload: Arrival.extend({ user_id: Id }),
  async run({ about, id, user_id }, context) {
    const read = await asSystem(async (tx) => ({
      recipient: await queries.getRecipient(tx, user_id),
      arrival: await letterAbout[about](tx, id),
    }))
    if (!read.recipient || !read.arrival) return
    await post(read.recipient, read.arrival.letter, context, { replyTo: read.arrival.from })
  },
})

/** Confirms a registration to the address that was registered. */
export const sendWebinarConfirmation = defineJob('emails.send-webinar-confirmation', {
  payload: z.object({ registration_id: Id }),
  async run({ registration_id }, context) {
    const registration = await asSystem((tx) => getWebinarRegistration(tx, registration_id))
    const webinar = webinars.find(({ key }) => key === registration?.webinar)
    if (!registration || !webinar) return
    const data = { webinar, begins: inWords(registration.starts_at), url: address('/docs') }
    await post({ email: registration.email, full_name: null }, webinarConfirmation(data, senderOf(null)), context)
  },
})

export const frontDeskJobs = [tellOperators, sendArrival, sendWebinarConfirmation]

type Read = (tx: Tx, id: string) => Promise<{ letter: Letter; from: string } | null>

const letterAbout: Record<z.infer<typeof Arrival>['about'], Read> = {
  async partnership_application(tx, id) {
    const row = await getApplication(tx, id)
    if (!row) return null
    const data = {
      ...row,
      companyName: inertName(row.companyName, 'A company'),
      contactName: inertName(row.contactName, SOMEBODY),
      phone: inertName(row.phone, ''),
      said: inertParagraphs(row.message),
      url: address('/super-admin'),
    }
    return { letter: partnershipApplication(data, senderOf(null)), from: row.email }
  },
  async contact_request(tx, id) {
    const row = await getContactRequest(tx, id)
    if (!row) return null
    const data = {
      ...row,
      name: inertName(row.name, SOMEBODY),
      company: row.company === null ? null : inertName(row.company, ''),
      said: inertParagraphs(row.message),
      url: address('/super-admin'),
    }
    return { letter: contactRequest(data, senderOf(null)), from: row.email }
  },
  async webinar_registration(tx, id) {
    const row = await getWebinarRegistration(tx, id)
    const webinar = webinars.find(({ key }) => key === row?.webinar)
    if (!row || !webinar) return null
    const data = { webinar, begins: inWords(row.starts_at), email: row.email, url: address('/super-admin') }
    return { letter: webinarRegistration(data, senderOf(null)), from: row.email }
  },
}

const words = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
})

const inWords = (instant: string) => `${words.format(new Date(instant))} UTC`
