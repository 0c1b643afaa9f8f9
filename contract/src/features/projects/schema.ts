import { z } from 'zod'
import { Id } from '../../shared/text.ts'
import { codePoints } from '../../shared/text-rules.ts'
import { PROJECT_DESCRIPTION_MAX, PROJECT_TITLE_MAX, phases, projectStatuses, projectTypes } from './words.ts'

export const Phase = z.enum(phases)
export const ProjectType = z.enum(projectTypes, { error: 'Project type is required' })
export const ProjectStatus = z.enum(projectStatuses)

/** One stretch of a thing's way: since when it has been in a phase, and who brought it there. */
export const PhaseStep = z.object({ phase: Phase, moved_at: z.string(), moved_by: Id.nullable() })
export type PhaseStep = z.infer<typeof PhaseStep>

export const Project = z.object({
  id: Id,
  studio_id: Id,
  client_id: Id,
  client_name: z.string().nullable(),
  title: z.string(),
  description: z.string(),
  project_type: z.enum(projectTypes),
  status: ProjectStatus,
  phase: Phase,
  phase_history: z.array(PhaseStep),
  is_sample: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
  version: z.number().int(),
})
export type Project = z.infer<typeof Project>

// What turns the direction of text round, and controls: nobody sees them, and they make one title look like another.
const unseen = /[^\P{Cc}\n\r\t]|[\u202a-\u202e\u2066-\u2069]/u
const visible = (text: string) => !unseen.test(text)
const INVISIBLE = 'Please remove the invisible characters'

// Spec section 5, New project, with its sentences.
const fields = {
  title: z
    .string({ error: 'Title is required' })
    .trim()
    .normalize('NFC')
    .min(1, 'Title is required')
    .refine((text) => codePoints(text) <= PROJECT_TITLE_MAX, `Title must be less than ${PROJECT_TITLE_MAX} characters`)
    .refine((text) => visible(text) && !/[\n\r\t]/.test(text), INVISIBLE),
  description: z
    .string()
    .trim()
    .normalize('NFC')
    .refine(
      (text) => codePoints(text) <= PROJECT_DESCRIPTION_MAX,
      `Description must be less than ${PROJECT_DESCRIPTION_MAX} characters`,
    )
    .refine(visible, INVISIBLE),
  project_type: ProjectType,
}

/** Status, phase and history of a new project are the server's. */
export const NewProject = z.strictObject({ ...fields, description: fields.description.default('') })
export type NewProject = z.output<typeof NewProject>

/** A client starts a project of their own; the studio's people name the client. */
export const NewProjectAtStudio = NewProject.extend({
  studio_id: Id.optional(),
  client_id: Id.nullable().optional(),
})

/** The phase is moved step by step, by a call of its own. */
export const ProjectChanges = z
  .strictObject({ ...fields, status: ProjectStatus })
  .partial()
  .extend({ version: z.number().int().optional() })
export type ProjectChanges = z.output<typeof ProjectChanges>

export const PhaseMove = z.strictObject({
  direction: z.enum(['next', 'previous']),
  /** The version that was read: two clicks then move one step. */
  version: z.number().int().optional(),
})

/** How many of the asker's projects are under way, in the production phase and completed. */
export const ProjectStats = z.object({
  active: z.number().int(),
  in_production: z.number().int(),
  completed: z.number().int(),
})
export type ProjectStats = z.infer<typeof ProjectStats>

/** A confirmed session of a project that is still to come, by the studio's clocks. */
export const ProjectSession = z.object({
  id: Id,
  booking_date: z.string(),
  start_time: z.string(),
  end_time: z.string(),
  service_type: z.string(),
})
export type ProjectSession = z.infer<typeof ProjectSession>

export const activityKinds = ['started', 'phase', 'card', 'card_moved', 'session', 'file', 'comment'] as const
export const ActivityKind = z.enum(activityKinds)

/** Something that happened to a project, the newest first. */
export const Activity = z.object({
  id: z.string(),
  kind: ActivityKind,
  at: z.string(),
  /** Null where the account is gone, or the name is not the asker's to know. */
  by_name: z.string().nullable(),
  /** What it happened to: a card's or a file's name, a session's service. */
  subject: z.string().nullable(),
  card_id: Id.nullable(),
  phase: Phase.nullable(),
})
export type Activity = z.infer<typeof Activity>
