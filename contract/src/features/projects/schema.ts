import { z } from 'zod'
import { Id } from '../../shared/text.ts'
import { codePoints } from '../../shared/text-rules.ts'
import { PROJECT_DESCRIPTION_MAX, PROJECT_TITLE_MAX, phases, projectStatuses, projectTypes } from './words.ts'

export const Phase = z.enum(phases)
export const ProjectType = z.enum(projectTypes, { error: 'Project type is required' })
export const ProjectStatus = z.enum(projectStatuses)

/** One step of the phase history of a project or a card: when it entered the phase and who moved it. */
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

// Control and text-direction characters are invisible, so two different titles could look the same.
const invisible = /[^\P{Cc}\n\r\t]|[\u202a-\u202e\u2066-\u2069]/u
const hasOnlyVisible = (text: string) => !invisible.test(text)
const INVISIBLE = 'Please remove the invisible characters'

// Limits and messages of spec section 5, New project.
const projectFields = {
  title: z
    .string({ error: 'Title is required' })
    .trim()
    .normalize('NFC')
    .min(1, 'Title is required')
    .refine((text) => codePoints(text) <= PROJECT_TITLE_MAX, `Title must be less than ${PROJECT_TITLE_MAX} characters`)
    .refine((text) => hasOnlyVisible(text) && !/[\n\r\t]/.test(text), INVISIBLE),
  description: z
    .string()
    .trim()
    .normalize('NFC')
    .refine(
      (text) => codePoints(text) <= PROJECT_DESCRIPTION_MAX,
      `Description must be less than ${PROJECT_DESCRIPTION_MAX} characters`,
    )
    .refine(hasOnlyVisible, INVISIBLE),
  project_type: ProjectType,
}

/** The server sets status, phase and history of a new project. */
export const NewProject = z.strictObject({ ...projectFields, description: projectFields.description.default('') })
export type NewProject = z.output<typeof NewProject>

/** Clients create their own project; admins and crew name the client. */
export const NewProjectAtStudio = NewProject.extend({
  studio_id: Id.optional(),
  client_id: Id.nullable().optional(),
})

/** `movePhase` changes the phase, one step at a time. */
export const ProjectChanges = z
  .strictObject({ ...projectFields, status: ProjectStatus })
  .partial()
  .extend({ version: z.number().int().optional() })
export type ProjectChanges = z.output<typeof ProjectChanges>

export const PhaseMove = z.strictObject({
  direction: z.enum(['next', 'previous']),
  /** The version that was read. It prevents that two clicks move two steps. */
  version: z.number().int().optional(),
})

/** How many projects the actor can see, and how many of them are active, in production and completed. */
export const ProjectStats = z.object({
  active: z.number().int(),
  in_production: z.number().int(),
  completed: z.number().int(),
})
export type ProjectStats = z.infer<typeof ProjectStats>

/** A confirmed future booking of a project, in the studio's time zone. */
export const ProjectSession = z.object({
  id: Id,
  booking_date: z.string(),
  start_time: z.string(),
  end_time: z.string(),
  service_type: z.string(),
})
export type ProjectSession = z.infer<typeof ProjectSession>

/** A file on a card of a project, or in its messages. */
export const ProjectFile = z.object({
  id: Id,
  /** The card with the file; null for a file of a message. */
  card_id: Id.nullable(),
  card_title: z.string().nullable(),
  name: z.string(),
  content_type: z.string(),
  size_bytes: z.number().int(),
  /** Null if the account was deleted, or if it came by email from an address that is not proven. */
  uploaded_by_name: z.string().nullable(),
  created_at: z.string(),
  /** A signed address. It works for some minutes; that of a file of a message only in this session. */
  url: z.string(),
  /** A small picture; null if the file is not a picture. */
  preview_url: z.string().nullable(),
})
export type ProjectFile = z.infer<typeof ProjectFile>

/** A comment on a card of a project. */
export const ProjectComment = z.object({
  id: Id,
  card_id: Id,
  card_title: z.string(),
  /** Null if the account was deleted, or if the actor may not see the name. */
  author_name: z.string().nullable(),
  /** Mentions have the form `@[id]`. */
  body: z.string(),
  mentions: z.array(z.object({ user_id: Id, full_name: z.string().nullable() })),
  created_at: z.string(),
})
export type ProjectComment = z.infer<typeof ProjectComment>

export const activityKinds = ['started', 'phase', 'card', 'card_moved', 'session', 'file', 'comment'] as const
export const ActivityKind = z.enum(activityKinds)

/** One event in a project. */
export const Activity = z.object({
  id: z.string(),
  kind: ActivityKind,
  at: z.string(),
  /** Null if the account was deleted, or if the actor may not see the name. */
  by_name: z.string().nullable(),
  /** The name of the card or file, or the service of the booking. */
  subject: z.string().nullable(),
  card_id: Id.nullable(),
  phase: Phase.nullable(),
})
export type Activity = z.infer<typeof Activity>
