import { z } from 'zod'
import { readColor } from '../../shared/colors.ts'
import { Domain } from '../../shared/domain.ts'
import { Slug } from '../../shared/slug.ts'
import { Email, Id, name, prose } from '../../shared/text.ts'
import { Country, Currency, TimeZone } from '../../shared/time.ts'
import { Tier } from '../subscriptions/schema.ts'
import { CancellationPolicy } from './cancellation/schema.ts'
import { StudioTaxes } from './taxes/schema.ts'
import { brandColorNames, hostedFonts, studioAssets, studioTypes, voiceSettings } from './words.ts'

export const StudioType = z.enum(studioTypes, { error: 'Please choose a type' })
export type StudioType = z.infer<typeof StudioType>

export const VoiceSetting = z.enum(voiceSettings)

/** The first weekday of the weeks in a studio's calendar, 0 is Sunday. */
export const WeekStart = z.union([z.literal(0), z.literal(1), z.literal(6)], {
  error: 'Please choose Sunday, Monday or Saturday',
})
export type WeekStart = z.infer<typeof WeekStart>

/** The five colors of a brand, each an HSL text `h s% l%`; the product's color replaces a missing one. */
export const BrandColors = z.partialRecord(z.enum(brandColorNames), z.string())
export type BrandColors = z.infer<typeof BrandColors>
export const Fonts = z.object({ heading: z.string(), body: z.string() })
export type Fonts = z.infer<typeof Fonts>

/** The public data of a studio: its name and branding, nothing else. */
export const PublicStudio = z.object({
  id: Id,
  name: z.string(),
  slug: z.string(),
  type: StudioType,
  is_active: z.boolean(),
  tagline: z.string().nullable(),
  logo_url: z.string().nullable(),
  favicon_url: z.string().nullable(),
  hero_image_url: z.string().nullable(),
  background_image_url: z.string().nullable(),
  brand_colors: BrandColors,
  fonts: Fonts,
  /** The address of the stylesheet with its colors and fonts; it changes with them. */
  brand_css: z.string(),
})
export type PublicStudio = z.infer<typeof PublicStudio>

/** A studio as its own people see it. */
export const Studio = PublicStudio.extend({
  custom_domain: z.string().nullable(),
  location: z.string().nullable(),
  contact_email: z.string().nullable(),
  contact_phone: z.string().nullable(),
  voice_setting: VoiceSetting,
  timezone: z.string(),
  currency: z.string(),
  /** The country whose formats its emails use; null: the product's formats. */
  country: z.string().nullable(),
  /** The first weekday of its calendar's weeks, 0 is Sunday. */
  week_starts_on: z.number(),
  approve_new_clients: z.boolean(),
  /** Whether crew may confirm and move sessions that they are assigned to. */
  crew_changes_sessions: z.boolean(),
  /** Whether crew see the address, phone and company of clients. */
  crew_sees_contacts: z.boolean(),
  /** Whether crew see prices, fees and deposits of sessions; the desk always does. */
  crew_sees_prices: z.boolean(),
  /** Addresses of its pages on other websites, shown on its public page. */
  links: z.array(z.string()),
  /** Origins of the websites that may show its booking form. */
  websites: z.array(z.string()),
  /** Whether its public page shows the people who can be booked. */
  shows_people: z.boolean(),
  /** Whether visitors without an account may hold a time on its public page, by name and email. */
  visitors_can_book: z.boolean(),
  cancellation_cutoff_hours: z.number(),
  /** The cancellation policy of new bookings. `cancellation_cutoff_hours` says until when clients can cancel. */
  cancellation_policy: CancellationPolicy,
  /** Applies to new bookings; existing ones do not change. */
  taxes: StudioTaxes,
  /** When an operator deactivated it; null: its admin may activate it. */
  suspended_at: z.string().nullable(),
  /** When it was first active; null: an operator created it, and it was never active. */
  opened_at: z.string().nullable(),
  domain_verified_at: z.string().nullable(),
  created_at: z.string(),
  /** Counts the changes of its settings. A change names the version that was read. */
  version: z.number().int(),
})
export type Studio = z.infer<typeof Studio>

export const LINKS_MAX = 6

/** The address of a page on another website: `https` and a public host name, so that a link cannot run a script. */
export const PublicLink = z
  .url({ protocol: /^https$/, hostname: z.regexes.domain, error: 'Please enter an address that begins with https://' })
  .max(300, 'Please use at most 300 characters')
const PublicLinks = z.array(PublicLink).max(LINKS_MAX, `At most ${LINKS_MAX} links`)

export const WEBSITES_MAX = 10

// A wildcard or a space would change the content security policy that contains this origin.
const websitePattern = /^(https?):\/\/([a-z0-9.-]+)(?::(\d{1,5}))?(?:[/?#]|$)/i
const ownPorts: Record<string, string> = { http: '80', https: '443' }

/** The origin of an address; empty if it is not a website. Plain HTTP is allowed for tests on one's own computer. */
function websiteOrigin(address: string): string {
  const [, scheme = '', host = '', port] = websitePattern.exec(address.toLowerCase()) ?? []
  const isAllowed = scheme === 'https' || (scheme === 'http' && (host === 'localhost' || host === '127.0.0.1'))
  return isAllowed ? `${scheme}://${host}${port && port !== ownPorts[scheme] ? `:${port}` : ''}` : ''
}

/** The address of a website; only its origin is used. */
export const Website = z
  .string()
  .max(300, 'Please use at most 300 characters')
  .transform(websiteOrigin)
  .refine((origin) => origin !== '', { error: 'Please enter an address that begins with https://' })
const Websites = z
  .array(Website)
  .max(WEBSITES_MAX, `At most ${WEBSITES_MAX} websites`)
  .transform((origins) => [...new Set(origins)])

export const StudioName = name('Please enter the studio name', 120)

/** A studio that a super admin creates (spec section 5): it starts inactive, with the given plan. */
export const NewStudio = z.strictObject({
  name: StudioName,
  slug: Slug,
  type: StudioType,
  location: prose(200).nullish(),
  contact_email: Email.nullish(),
  contact_phone: prose(40).nullish(),
  is_active: z.boolean().optional(),
  timezone: TimeZone.optional(),
  currency: Currency.optional(),
  /** The country; by default that of the time zone. */
  country: Country.nullish(),
  tier: Tier.optional(),
  /** The person who will be its admin. */
  owner_id: Id.optional(),
})

const COLOR_MAX = 40

// A map instead of an object with five fields, so that an unknown color gets its own error.
const NewBrandColors = z
  .record(z.string().max(COLOR_MAX), z.string().max(COLOR_MAX))
  .superRefine((colors, context) => {
    const names: readonly string[] = brandColorNames
    const wrong = Object.entries(colors).find(([name, color]) => !names.includes(name) || readColor(color) === null)
    if (!wrong) return
    const message = names.includes(wrong[0]) ? 'Write it as 185 85% 55% or #1ab2b8' : 'A brand has five colors'
    context.addIssue({ code: 'custom', message, path: [wrong[0]], params: { code: 'INVALID_COLOR' } })
  })
  .transform((colors): BrandColors => {
    const read = brandColorNames.map((name) => [name, readColor(colors[name] ?? '')] as const)
    return Object.fromEntries(read.filter(([, color]) => color !== null))
  })

const isHosted = (name: string) => hostedFonts.some((font) => font.name === name)
const HostedFont = z
  .string()
  .max(COLOR_MAX)
  .refine(isHosted, { error: 'Please choose one of our fonts', params: { code: 'FONT_NOT_ALLOWED' } })
const NewFonts = z.strictObject({ heading: HostedFont, body: HostedFont })

/** The fields of a studio that a call can change. `policy.ts` says who may change which. */
export const StudioChanges = z.strictObject({
  name: StudioName.optional(),
  slug: Slug.optional(),
  type: StudioType.optional(),
  location: prose(200).nullish(),
  contact_email: Email.nullish(),
  contact_phone: prose(40).nullish(),
  is_active: z.boolean().optional(),
  approve_new_clients: z.boolean().optional(),
  crew_changes_sessions: z.boolean().optional(),
  crew_sees_contacts: z.boolean().optional(),
  crew_sees_prices: z.boolean().optional(),
  links: PublicLinks.optional(),
  websites: Websites.optional(),
  shows_people: z.boolean().optional(),
  visitors_can_book: z.boolean().optional(),
  tagline: prose(160).nullish(),
  voice_setting: VoiceSetting.optional(),
  brand_colors: NewBrandColors.optional(),
  fonts: NewFonts.optional(),
  timezone: TimeZone.optional(),
  currency: Currency.optional(),
  country: Country.nullish(),
  week_starts_on: WeekStart.optional(),
  /** Applies to new bookings; existing ones do not change. */
  cancellation_policy: CancellationPolicy.optional(),
  taxes: StudioTaxes.optional(),
  /** The version that these changes are based on. Without it, as in a script, the last writer wins. */
  version: z.number().int().optional(),
})
export type StudioChanges = z.input<typeof StudioChanges>

const isAsset = (name: string) => studioAssets.some((asset) => asset === name)

/** The names of a studio's pictures (spec section 7, storage). */
export const AssetName = z
  .string()
  .refine(isAsset, {
    error: 'A studio has a logo, a favicon, a hero and a background picture.',
    params: { code: 'INVALID_ASSET' },
    abort: true,
  })
  .pipe(z.enum(studioAssets))

/** A studio's own domain, and the record that proves its ownership. */
export const StudioDomain = z.object({
  custom_domain: z.string().nullable(),
  domain_verified_at: z.string().nullable(),
  /** The TXT record to set; null if no domain was entered. */
  record: z.object({ name: z.string(), value: z.string() }).nullable(),
  /** The full address of the studio on that domain; null until it is proven. */
  address: z.string().nullable(),
})
export type StudioDomain = z.infer<typeof StudioDomain>
export const NewStudioDomain = z.strictObject({ custom_domain: Domain })

export const StudioChoice = PublicStudio.pick({ id: true, name: true, slug: true, type: true })
export type StudioChoice = z.infer<typeof StudioChoice>
