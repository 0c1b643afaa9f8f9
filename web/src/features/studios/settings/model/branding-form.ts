import { defaultBrandColors } from '@studiohub/contract/features/studios/rules.ts'
import {
  type BrandColors,
  type Studio,
  StudioChanges,
  VoiceSetting,
} from '@studiohub/contract/features/studios/schema.ts'
import { brandColorNames } from '@studiohub/contract/features/studios/words.ts'
import { colorText, parseHsl, readColor, toHex } from '@studiohub/contract/shared/colors.ts'
import { z } from 'zod'

const WRONG = 'Use the format 185 85% 55% or #1ab2b8'
const Color = z.string().refine((text) => readColor(text) !== null, WRONG)

/** A typed or stored color as `#rrggbb`, which people know from other programs; other texts as they are. */
export function toShownColor(text: string): string {
  const hsl = parseHsl(readColor(text) ?? '')
  return hsl ? toHex(hsl) : text
}

/** The form of the branding. Each color is the text as typed. */
export const BrandingForm = z.object({
  tagline: z.string().pipe(StudioChanges.shape.tagline.unwrap().unwrap()),
  voice_setting: VoiceSetting,
  primary: Color,
  secondary: Color,
  background: Color,
  text: Color,
  accent: Color,
  heading: z.string(),
  body: z.string(),
})
export type BrandingFields = z.input<typeof BrandingForm>

export function toBrandingFields({ tagline, voice_setting, brand_colors, fonts }: Studio): BrandingFields {
  const { primary, secondary, background, text, accent } = { ...defaultBrandColors, ...brand_colors }
  return {
    tagline: tagline ?? '',
    voice_setting,
    primary: colorText(primary),
    secondary: colorText(secondary),
    background: colorText(background),
    text: colorText(text),
    accent: colorText(accent),
    heading: fonts.heading,
    body: fonts.body,
  }
}

/** The valid colors of the form. */
export function readColors(fields: BrandingFields): BrandColors {
  const entries = brandColorNames.map((name) => [name, readColor(fields[name])] as const)
  return Object.fromEntries(entries.filter(([, color]) => color !== null))
}

/** Builds the request. If one color or one font has changed, all colors or both fonts are sent. */
export function getBrandingChanges(
  fields: BrandingFields,
  isChanged: (...names: (keyof BrandingFields)[]) => boolean,
): z.input<typeof StudioChanges> {
  const { tagline, voice_setting, heading, body } = fields
  return {
    ...(isChanged('tagline') && { tagline: tagline || null }),
    ...(isChanged('voice_setting') && { voice_setting }),
    ...(isChanged(...brandColorNames) && { brand_colors: readColors(fields) }),
    ...(isChanged('heading', 'body') && { fonts: { heading, body } }),
  }
}
