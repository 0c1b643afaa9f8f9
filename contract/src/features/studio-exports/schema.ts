import { z } from 'zod'
import { Id } from '../../shared/text.ts'
import { studioExportStates } from './words.ts'

/** An export of everything of a studio. */
export const StudioExport = z.object({
  id: Id,
  studio_id: Id,
  state: z.enum(studioExportStates),
  /** Who requested it; null if the account was deleted. */
  requested_by: Id.nullable(),
  requested_by_name: z.string().nullable(),
  created_at: z.string(),
  /** When the file is deleted. Only of an export that is ready. */
  expires_at: z.string().nullable(),
  size_bytes: z.number().nullable(),
  downloaded_at: z.string().nullable(),
})
export type StudioExport = z.infer<typeof StudioExport>

export const StudioExportLink = z.object({
  /** Works for the session that requested it, also in parts (`Range`). */
  url: z.string(),
  expires_at: z.string(),
})
export type StudioExportLink = z.infer<typeof StudioExportLink>
