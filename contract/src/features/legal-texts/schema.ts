import { z } from 'zod'
import { LEGAL_TEXT_MAX, legalKinds } from './words.ts'

const LegalText = z
  .string()
  .trim()
  .max(LEGAL_TEXT_MAX, `At most ${LEGAL_TEXT_MAX.toLocaleString('en')} characters`)

/** The kinds of legal texts that have a page, to show links. */
export const PublicLegalTexts = z.object({ kinds: z.array(z.enum(legalKinds)) })
export type PublicLegalTexts = z.infer<typeof PublicLegalTexts>

/** The legal texts of a studio. An empty text has no page. */
export const StudioLegalTexts = z.strictObject({ imprint: LegalText, privacy: LegalText })
export type StudioLegalTexts = z.infer<typeof StudioLegalTexts>

/** The legal texts of the whole platform. */
export const PlatformLegalTexts = StudioLegalTexts.extend({ terms: LegalText })
export type PlatformLegalTexts = z.infer<typeof PlatformLegalTexts>

/** The version that these texts are based on. Without it, as in a script, the last writer wins. */
const version = z.number().int().optional()

/** Replaces the texts of a studio. An older version fails with STALE_VERSION. */
export const NewStudioTexts = StudioLegalTexts.extend({ version })
export type NewStudioTexts = z.infer<typeof NewStudioTexts>

/** Replaces the texts of the platform. An older version fails with STALE_VERSION. */
export const NewPlatformTexts = PlatformLegalTexts.extend({ version })
export type NewPlatformTexts = z.infer<typeof NewPlatformTexts>

const savedFields = {
  /** Counts the changes of the texts. 0 before the first. */
  version: z.number().int(),
  /** When each text was changed. An empty text has no time. */
  changed_at: z.partialRecord(z.enum(legalKinds), z.string()),
}

export const SavedStudioTexts = StudioLegalTexts.extend(savedFields)
export type SavedStudioTexts = z.infer<typeof SavedStudioTexts>

export const SavedPlatformTexts = PlatformLegalTexts.extend(savedFields)
export type SavedPlatformTexts = z.infer<typeof SavedPlatformTexts>
