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

/** When each text was changed. An empty text has no time. */
const changed_at = z.partialRecord(z.enum(legalKinds), z.string())

export const SavedStudioTexts = StudioLegalTexts.extend({ changed_at })
export type SavedStudioTexts = z.infer<typeof SavedStudioTexts>

export const SavedPlatformTexts = PlatformLegalTexts.extend({ changed_at })
export type SavedPlatformTexts = z.infer<typeof SavedPlatformTexts>
