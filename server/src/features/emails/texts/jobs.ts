import type { MessageState } from '@studiohub/contract/features/messages/words.ts'
import { dateFormat } from '@studiohub/contract/shared/formats.ts'
import { Id } from '@studiohub/contract/shared/text.ts'
import { z } from 'zod'
import { insertMessages, listBookingsToRemind, updateMessage } from '#features/messages/queries.ts'
import { mac } from '#platform/auth/secrets.ts'
import { asSystem } from '#platform/db/actor.ts'
import { defineJob, enqueue } from '#platform/jobs/jobs.ts'
import { getSms } from '#platform/sms/open.ts'
import { isOfCountry } from '#platform/sms/phone.ts'
import { NO_PROVEN_ADMIN } from '../stranger-jobs.ts'
import { textReminder } from '../templates/text-reminder.ts'
import { emailFormats, formatTimeOfDay } from '../wording.ts'
import { getTextToSend, reserveText, type TextToSend } from './queries.ts'

const TRIES = 8
const REMINDERS_AT_ONCE = 500
/** The limit counts all studios together, because anyone can create a studio. */
const NUMBER_DAILY_MAX = 6
const STUDIO_LIMIT_REACHED = 'not sent: too many text messages of the studio in 24 hours'
const PLATFORM_LIMIT_REACHED = 'not sent: too many text messages of all studios in 24 hours'
const COUNTRY_NOT_ALLOWED = 'not sent: text messages are not offered for numbers of this country'
const NUMBER_LIMIT_REACHED = 'not sent: too many text messages to this number in 24 hours'
const NO_LONGER_WANTED = 'not sent: the session has changed, or the client no longer wants text messages'
const NOT_CONFIGURED = 'not sent: text messages are no longer set up'

const shortDay = dateFormat({ weekday: 'short', day: 'numeric', month: 'short' })

/** Queues text messages to clients who agreed, once for each reminder time before the session. */
export const remindByText = defineJob('bookings.remind-by-text', {
  payload: z.object({}),
  every: '*/10 * * * *',
  run: (_payload, { now }) =>
    asSystem(async (tx) => {
      if (!getSms().isConfigured) return
      const bookings = await listBookingsToRemind(tx, now, REMINDERS_AT_ONCE, 'text')
      const messages = bookings.map(({ id, ...sharedFields }) => ({
        ...sharedFields,
        booking_id: id,
        session_ids: [id],
        kind: 'reminder' as const,
        channel: 'text' as const,
        created_at: now.toISOString(),
      }))
      for (const message_id of await insertMessages(tx, messages)) await enqueue(tx, sendTextReminder, { message_id })
    }),
})

/** Sends one reminder by text message, if the session is unchanged and the client still agrees. Records the result. */
export const sendTextReminder = defineJob('emails.send-text-reminder', {
  payload: z.object({ message_id: Id }),
  retry: { limit: TRIES, delaySeconds: 15, longestSeconds: 600 },
  async run({ message_id }, { now, signal }) {
    const text = await asSystem((tx) => getTextToSend(tx, message_id, now))
    if (!text || text.state === 'sent' || text.state === 'skipped') return
    const phone_mac = text.phone === null ? null : mac('text-number', text.phone)
    const recordResult = (state: MessageState, last_error: string | null) =>
      asSystem((tx) =>
        updateMessage(tx, message_id, {
          state,
          last_error,
          in_digest: false,
          tries: state === 'skipped' ? text.tries : text.tries + 1,
          sent_at: state === 'sent' ? now.toISOString() : null,
        }),
      )
    if (text.phone === null || phone_mac === null) return recordResult('skipped', NO_LONGER_WANTED)
    if (!(await isOfCountry(text.phone, getSms().countries))) return recordResult('skipped', COUNTRY_NOT_ALLOWED)
    const reason = text.has_proven_admin
      ? await findSkipReason({ message_id, studio_id: text.studio_id, phone_mac, now })
      : NO_PROVEN_ADMIN
    if (reason) return recordResult('skipped', reason)
    try {
      await getSms().send({ id: message_id, to: text.phone, text: reminderText(text), channel: 'sms' }, signal)
    } catch (error) {
      await recordResult(text.tries >= TRIES ? 'failed' : 'waiting', reasonOf(error))
      throw error
    }
    return recordResult('sent', null)
  },
})

export const textJobs = [remindByText, sendTextReminder]

async function findSkipReason(text: Parameters<typeof reserveText>[1]): Promise<string | null> {
  const { isConfigured, studioDay, platformDay } = getSms()
  if (!isConfigured) return NOT_CONFIGURED
  const limits = { of_studio: studioDay, to_number: NUMBER_DAILY_MAX, of_platform: platformDay }
  const reachedLimit = await asSystem((tx) => reserveText(tx, text, limits))
  if (reachedLimit === 'of_platform') return PLATFORM_LIMIT_REACHED
  if (reachedLimit === 'of_studio') return STUDIO_LIMIT_REACHED
  return reachedLimit === null ? null : NUMBER_LIMIT_REACHED
}

const reminderText = ({ studio_name, booking_date, start_time, country }: TextToSend) =>
  textReminder({
    studioName: studio_name,
    day: shortDay(booking_date, emailFormats(country)).replace(',', ''),
    time: formatTimeOfDay(start_time, country),
  })

// Texts of other errors may contain the number, so only errors of our own are shown.
const reasonOf = (error: unknown) =>
  error instanceof Error && error.message.startsWith('the text message was not accepted')
    ? error.message
    : 'the gateway of text messages could not be reached'
