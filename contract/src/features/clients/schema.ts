import { z } from 'zod'
import { Email, Id, name, Phone, prose } from '../../shared/text.ts'
import { ClientRates } from './rates/schema.ts'

export const CLIENT_TAGS_MAX = 20
export const CLIENT_NOTES_MAX = 5_000
const TAG_MAX = 40

const Tag = name('Please enter a tag', TAG_MAX)
const Language = z
  .string()
  .trim()
  .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/, 'Please enter a language code such as en or de')

/** The fields of a client record that a studio edits. */
const contactFields = {
  email: Email.nullish(),
  phone: Phone.nullish(),
  company: name('Please enter a company').nullish(),
  notes: prose(CLIENT_NOTES_MAX).optional(),
  tags: z.array(Tag).max(CLIENT_TAGS_MAX, `Please use at most ${CLIENT_TAGS_MAX} tags`).optional(),
  language: Language.nullish(),
  /** For invoices to a business. */
  tax_number: name('Please enter a tax number', 40).nullish(),
  /** With a tax number, the client pays the tax to their own tax office. */
  reverse_charge: z.boolean({ error: 'Reverse charge is on or off' }).optional(),
}

/** A client record that the desk creates. */
export const NewClient = z.strictObject({ name: name('Please enter a name'), ...contactFields })
export type NewClient = z.infer<typeof NewClient>

/** A person who is booked for the first time: their record is created with the booking. */
export const NewGuest = z.strictObject(NewClient.pick({ name: true, email: true, phone: true }).shape, {
  error: 'Enter the name of the new client, and their email and phone if you have them',
})
export type NewGuest = z.infer<typeof NewGuest>

/** Omitted fields stay as they are. If the client has an account, only they can change its address. */
export const ClientChanges = NewClient.partial().extend({
  /** Whether emails remind the client of sessions. */
  reminders: z.boolean({ error: 'Reminders are on or off' }).optional(),
  version: z.number().int().optional(),
})
export type ClientChanges = z.infer<typeof ClientChanges>

/** A client record as the studio's desk sees it. */
export const Client = z.object({
  id: Id,
  studio_id: Id,
  /** Null while the client has no account here. */
  user_id: Id.nullable(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  company: z.string().nullable(),
  notes: z.string(),
  tags: z.array(z.string()),
  language: z.string().nullable(),
  tax_number: z.string().nullable(),
  reverse_charge: z.boolean(),
  /** The client's own rates, instead of the listed prices. Only admins set it. */
  rates: ClientRates,
  reminders: z.boolean(),
  /** Whether the client gets emails after sessions. Only the client can stop them. */
  follow_ups: z.boolean(),
  /** Since when the client's address bounces, so that no emails are sent; null if it works. */
  email_bounced_at: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  removed_at: z.string().nullable(),
  /** Whether the account got the record by a claim, which the studio can undo. */
  claimed: z.boolean(),
  version: z.number().int(),
})
export type Client = z.infer<typeof Client>

/** The record as it would be after merging, and the data that would move to it. */
export const MergePreview = z.object({
  client: Client,
  moves: z.object({ bookings: z.number().int(), projects: z.number().int(), checkins: z.number().int() }),
})
export type MergePreview = z.infer<typeof MergePreview>

/** An amount in a currency's smallest unit. */
export const Amount = z.object({ currency: z.string(), amount_minor: z.number().int() })
export type Amount = z.infer<typeof Amount>

/** A client's history at a studio, in numbers. */
export const ClientSummary = z.object({
  /** Sessions that were not cancelled. */
  sessions: z.number().int(),
  /** The day of the newest session that has begun, without one of today whose client is still expected. */
  last_date: z.string().nullable(),
  /** The day of the next session. It may have begun today, until its client is checked in or it ends. */
  next_date: z.string().nullable(),
  /** When the next session begins. */
  next_starts_at: z.string().nullable(),
  /** The prices of sessions that took place, one sum for each currency. */
  spend: z.array(Amount),
})
export type ClientSummary = z.infer<typeof ClientSummary>

/** One entry of a client's history at the studio, past or future. */
export const HistoryEntry = z.object({
  id: Id,
  kind: z.enum(['booking', 'project', 'checkin']),
  /** When the session begins, the project began or the client came. */
  at: z.string(),
  title: z.string(),
  /** The status of a booking or project; of a check-in `open` until the client left. */
  status: z.string(),
  price_minor: z.number().int().nullable(),
  currency: z.string().nullable(),
})
export type HistoryEntry = z.infer<typeof HistoryEntry>
