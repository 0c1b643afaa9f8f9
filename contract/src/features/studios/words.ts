export const studioTypes = ['recording', 'video', 'photo', 'multi_purpose', 'podcast'] as const

export const studioTypeLabels: Record<(typeof studioTypes)[number], string> = {
  recording: 'Recording Studio',
  video: 'Video Studio',
  photo: 'Photo Studio',
  multi_purpose: 'Multi-Purpose Studio',
  podcast: 'Podcast Studio',
}

export const voiceSettings = ['professional', 'casual', 'cinematic', 'playful'] as const

/** The tones of the assistant in a studio's chats (spec section 9). */
export const voiceLabels: Record<(typeof voiceSettings)[number], string> = {
  professional: 'Professional',
  casual: 'Casual',
  cinematic: 'Cinematic',
  playful: 'Playful',
}

/** Fonts that we host ourselves. Stylesheets never contain other fonts. Their files are in the web's styles. */
export const hostedFonts = [
  { name: 'Inter', kind: 'sans' },
  { name: 'DM Sans', kind: 'sans' },
  { name: 'Manrope', kind: 'sans' },
  { name: 'Space Grotesk', kind: 'sans' },
  { name: 'Oswald', kind: 'sans' },
  { name: 'Lora', kind: 'serif' },
  { name: 'Playfair Display', kind: 'serif' },
  { name: 'JetBrains Mono', kind: 'mono' },
] as const

export const brandColorNames = ['primary', 'secondary', 'background', 'text', 'accent'] as const

export type BrandColorName = (typeof brandColorNames)[number]

export const studioAssets = ['logo', 'favicon', 'hero', 'background'] as const
export type StudioAsset = (typeof studioAssets)[number]

/** The address of a location on a map. Phones open their own map app. */
export const mapUrl = (location: string) =>
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(location)}`

/** A time zone in words: 'Amsterdam time'. */
export const zoneText = (zone: string) => `${zone.split('/').at(-1)?.replaceAll('_', ' ')} time`
