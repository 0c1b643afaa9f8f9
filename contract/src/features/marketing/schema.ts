import { z } from 'zod'
import { Honeypot } from '../../shared/honeypot.ts'
import { Email, Id, name, prose } from '../../shared/text.ts'
import { contactTopics } from './words.ts'

export const ContactTopic = z.enum(contactTopics, { error: 'Please choose a topic' })
export type ContactTopic = z.infer<typeof ContactTopic>

/** Maximum lengths of the fields, also for the inputs. */
export const CONTACT_MAX = { name: 100, email: 255, company: 120, message: 2000 } as const

const tooLong = (max: number) => `Please use at most ${max.toLocaleString('en')} characters`

const ReplyAddress = z
  .string({ error: 'Invalid email address' })
  .trim()
  .max(CONTACT_MAX.email, tooLong(CONTACT_MAX.email))
  .pipe(Email)

/** A message from the contact form; `company` is the sender's studio or company. */
export const NewContactRequest = z.strictObject({
  name: name('Please enter your name', CONTACT_MAX.name),
  email: ReplyAddress,
  // An empty input sends '', which counts as missing.
  company: z
    .string()
    .transform((text) => (text.trim() === '' ? undefined : text))
    .pipe(name('', CONTACT_MAX.company).optional())
    .optional(),
  topic: ContactTopic,
  message: z
    .string({ error: 'Please write a message' })
    .trim()
    .min(1, 'Please write a message')
    .pipe(prose(CONTACT_MAX.message)),
  homepage: Honeypot,
})
export type NewContactRequest = z.infer<typeof NewContactRequest>

/** A contact request as operators see it. */
export const ContactRequest = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  company: z.string().nullable(),
  topic: ContactTopic,
  message: z.string(),
  created_at: z.string(),
})
export type ContactRequest = z.infer<typeof ContactRequest>

export const webinarKeys = ['first-week', 'smarter-scheduling', 'production-board'] as const
export type WebinarKey = (typeof webinarKeys)[number]

/** A monthly webinar: on the `nth` weekday (ISO, Monday is 1) of a month, at a time of day in UTC. */
export type Webinar = {
  key: WebinarKey
  title: string
  summary: string
  minutes: number
  nth: 1 | 2 | 3 | 4
  weekday: 1 | 2 | 3 | 4 | 5 | 6 | 7
  time: `${number}:${number}`
  /** The schedule as text. */
  schedule: string
}

/** All webinars, for the page, the form and the email. */
export const webinars: readonly Webinar[] = [
  {
    key: 'first-week',
    title: 'Your first week on StudioHub',
    summary:
      'From an empty account to the first confirmed booking: rooms, services, opening hours and your own sign-up page.',
    minutes: 45,
    nth: 1,
    weekday: 2,
    time: '17:00',
    schedule: 'First Tuesday of the month, 17:00 UTC',
  },
  {
    key: 'smarter-scheduling',
    title: 'Scheduling without double bookings',
    summary: 'Buffers, blocked time, cancellation rules and crew: how busy studios keep their calendar full and calm.',
    minutes: 60,
    nth: 2,
    weekday: 3,
    time: '15:00',
    schedule: 'Second Wednesday of the month, 15:00 UTC',
  },
  {
    key: 'production-board',
    title: 'Projects from first idea to release',
    summary: 'The five production phases, the board, and how the assistant helps you and your clients along the way.',
    minutes: 45,
    nth: 3,
    weekday: 4,
    time: '18:00',
    schedule: 'Third Thursday of the month, 18:00 UTC',
  },
]

/** Registers an address for the next date of a webinar. A repeat has no effect. */
export const NewWebinarRegistration = z.strictObject({
  webinar: z.enum(webinarKeys, { error: 'Please choose a webinar' }),
  email: ReplyAddress,
  homepage: Honeypot,
})
export type NewWebinarRegistration = z.infer<typeof NewWebinarRegistration>

/** The answer to the sender; `starts_at` is the start of the webinar. */
export const SubmissionAnswer = z.object({ received: z.literal(true) })
export const WebinarAnswer = z.object({ received: z.literal(true), starts_at: z.string() })
