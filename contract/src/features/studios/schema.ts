import { z } from 'zod'
import { Slug } from '../../shared/slug.ts'
import { Email, Id, name, prose } from '../../shared/text.ts'
import { Currency, TimeZone } from '../../shared/time.ts'
import { Tier } from '../subscriptions/schema.ts'
import { studioTypes } from './words.ts'

export const StudioType = z.enum(studioTypes, { error: 'Please choose a type' })
export type StudioType = z.infer<typeof StudioType>

export const voiceSettings = ['professional', 'casual', 'cinematic', 'playful'] as const
export const VoiceSetting = z.enum(voiceSettings)

export const brandColorNames = ['primary', 'secondary', 'background', 'text', 'accent'] as const
export type BrandColorName = (typeof brandColorNames)[number]
/** The five colours of a brand, each an HSL text `h s% l%`; a missing one keeps the product's own. */
export const BrandColors = z.partialRecord(z.enum(brandColorNames), z.string())
export type BrandColors = z.infer<typeof BrandColors>
export const Fonts = z.object({ heading: z.string(), body: z.string() })
export type Fonts = z.infer<typeof Fonts>

/** What anybody may know of a studio: its name and its face, nothing else. */
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
  /** Address of the stylesheet that carries its colours and fonts; its name changes when they do. */
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
  approve_new_clients: z.boolean(),
  cancellation_cutoff_hours: z.number(),
  /** Since when an operator keeps it closed; null where it may open by itself. */
  suspended_at: z.string().nullable(),
  created_at: z.string(),
})
export type Studio = z.infer<typeof Studio>

export const StudioName = name('Please enter the studio name', 120)

/** A studio made by a super admin (spec section 5): it starts inactive, on the plan named here. */
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
  tier: Tier.optional(),
  /** Who is to run it, as its admin. */
  owner_id: Id.optional(),
})

/** What of a studio can be changed now; who may change which field is the policy's matter. */
export const StudioChanges = z.strictObject({
  name: StudioName.optional(),
  slug: Slug.optional(),
  type: StudioType.optional(),
  location: prose(200).nullish(),
  contact_email: Email.nullish(),
  contact_phone: prose(40).nullish(),
  is_active: z.boolean().optional(),
  approve_new_clients: z.boolean().optional(),
})

export const StudioChoice = PublicStudio.pick({ id: true, name: true, slug: true, type: true })
export type StudioChoice = z.infer<typeof StudioChoice>
