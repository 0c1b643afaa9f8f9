/**
 * Rules for uploaded images, checked by the form before the upload and by the server during it. The type is detected
 * from the bytes; names and headers are ignored.
 */
export const imageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/svg+xml', 'image/x-icon'] as const
export type ImageType = (typeof imageTypes)[number]

/** Limits of an upload. The operator may set another `max_mb` for a rule that says so. */
export type FileRule = {
  readonly max_mb: number
  readonly types: readonly string[]
  readonly is_set_by_operator?: boolean
}
export type ImageRule = FileRule & { readonly types: readonly ImageType[] }

/** Spec sections 5 and 9. Avatars are photos, so they allow photo formats only. */
export const imageRules = {
  avatar: { max_mb: 5, types: ['image/jpeg', 'image/png', 'image/webp'] },
  logo: { max_mb: 2, types: imageTypes },
  favicon: { max_mb: 0.5, types: imageTypes },
  hero: { max_mb: 5, types: imageTypes },
  background: { max_mb: 5, types: imageTypes },
  /** Of services and rooms. */
  picture: { max_mb: 10, types: ['image/jpeg', 'image/png', 'image/webp'] },
} as const satisfies Record<string, ImageRule>

const BYTES_PER_MB = 1024 * 1024

/** Size limit in bytes. */
export const maxBytes = (rule: FileRule) => Math.floor(rule.max_mb * BYTES_PER_MB)

/** The error for a file that is too large (spec section 5). */
export const tooLarge = (rule: FileRule) => `File size must be less than ${rule.max_mb}MB`

/** The error for a file of another type (spec section 5). */
export const wrongType = (rule: FileRule) => `File type must be one of: ${rule.types.join(', ')}`
