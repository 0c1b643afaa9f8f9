/**
 * What a picture that somebody uploads may be: the form says it before anything is sent, the server while it comes in.
 * The type is found in the bytes; names and headers say nothing.
 */
export const imageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/svg+xml', 'image/x-icon'] as const
export type ImageType = (typeof imageTypes)[number]

/** What an upload of any kind may be. */
export type FileRule = { readonly max_mb: number; readonly types: readonly string[] }
export type ImageRule = FileRule & { readonly types: readonly ImageType[] }

/** Spec sections 5 and 9; a face is a photograph, so it comes as one. */
export const imageRules = {
  avatar: { max_mb: 5, types: ['image/jpeg', 'image/png', 'image/webp'] },
  logo: { max_mb: 2, types: imageTypes },
  favicon: { max_mb: 0.5, types: imageTypes },
  hero: { max_mb: 5, types: imageTypes },
  background: { max_mb: 5, types: imageTypes },
} as const satisfies Record<string, ImageRule>

const BYTES_A_MB = 1024 * 1024

/** How many bytes such a file may have. */
export const maxBytes = (rule: FileRule) => Math.floor(rule.max_mb * BYTES_A_MB)

/** The sentence for a file that is too large (spec section 5). */
export const tooLarge = (rule: FileRule) => `File size must be less than ${rule.max_mb}MB`

/** The sentence for a file that is of no kind that is taken here (spec section 5). */
export const wrongType = (rule: FileRule) => `File type must be one of: ${rule.types.join(', ')}`
