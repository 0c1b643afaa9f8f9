import { z } from 'zod'
import { Honeypot } from '../../shared/honeypot.ts'
import { Email, Id, name, prose } from '../../shared/text.ts'
import { PARTNERSHIP_MAX, partnershipTypes } from './words.ts'

export const PartnershipType = z.enum(partnershipTypes, { error: 'Please select a partnership type' })
export type PartnershipType = z.infer<typeof PartnershipType>

const tooLong = (max: number) => `Please use at most ${max.toLocaleString('en')} characters`

/** The form on `/partner` (spec section 5). The first invalid field in this order decides the message. */
export const PartnershipApplication = z.strictObject({
  companyName: name('Company name is required', PARTNERSHIP_MAX.companyName),
  contactName: name('Contact name is required', PARTNERSHIP_MAX.contactName),
  email: z
    .string({ error: 'Invalid email address' })
    .trim()
    .max(PARTNERSHIP_MAX.email, tooLong(PARTNERSHIP_MAX.email))
    .pipe(Email),
  phone: name('Phone number is required', PARTNERSHIP_MAX.phone),
  partnershipType: PartnershipType,
  message: z
    .string({ error: 'Message is required' })
    .trim()
    .min(1, 'Message is required')
    .pipe(prose(PARTNERSHIP_MAX.message)),
  homepage: Honeypot,
})
export type PartnershipApplication = z.infer<typeof PartnershipApplication>

/** The answer of `submit-partnership`, for every outcome (spec section 7). */
export const PartnershipAnswer = z.object({ success: z.boolean(), error: z.string().optional() })
export type PartnershipAnswer = z.infer<typeof PartnershipAnswer>

/** An application as operators see it, with the sender if they were signed in. */
export const StoredPartnershipApplication = z.object({
  id: Id,
  companyName: z.string(),
  contactName: z.string(),
  email: z.string(),
  phone: z.string(),
  partnershipType: PartnershipType,
  message: z.string(),
  created_at: z.string(),
})
export type StoredPartnershipApplication = z.infer<typeof StoredPartnershipApplication>

/** An application as operators see it, with what became of it. */
export const ListedPartnershipApplication = StoredPartnershipApplication.extend({
  /** The email of the account that sent the application, or that has proven its address. Null without an account. */
  account_email: z.string().nullable(),
  /** When that account got its partner role. Null for an account without the role. */
  partner_since: z.string().nullable(),
})
export type ListedPartnershipApplication = z.infer<typeof ListedPartnershipApplication>
