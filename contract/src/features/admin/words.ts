import { messageStates } from '../messages/words.ts'

/** Roles at a studio. All other roles belong to the platform (spec section 5). */
export const studioRoles = ['studio_admin', 'staff', 'client'] as const

/** `attention`: studios that need attention first, the most urgent problem first, then all others by name. */
export const studioSorts = [
  'attention',
  'name',
  '-name',
  '-created_at',
  'created_at',
  'type',
  'location',
  'tier',
] as const
export type StudioSort = (typeof studioSorts)[number]

/**
 * `new`: created by an operator and never activated; `paused`: deactivated by its admin; `suspended`: deactivated by an
 * operator.
 */
export const studioStates = ['active', 'new', 'paused', 'suspended'] as const
export type StudioState = (typeof studioStates)[number]

type StudioFlags = { is_active: boolean; suspended_at: string | null; opened_at: string | null }

export function getStudioState({ is_active, suspended_at, opened_at }: StudioFlags): StudioState {
  if (is_active) return 'active'
  if (suspended_at !== null) return 'suspended'
  return opened_at === null ? 'new' : 'paused'
}

/** The filters of the email log: one state, or all emails except the skipped ones. */
export const emailFilters = ['not_skipped', ...messageStates] as const
export type EmailFilter = (typeof emailFilters)[number]

/** `answered`: approved or rejected by the studio or an operator. */
export const requestStates = ['open', 'answered'] as const
export type RequestState = (typeof requestStates)[number]

export const requestAnswers = ['approved', 'rejected'] as const
export type RequestAnswer = (typeof requestAnswers)[number]

/** The choices for the length of a suspension, in days; null: until an operator lifts it. */
export const suspensionDays = [1, 7, 30, null] as const

export const SEARCH_MAX = 100

/** The areas of a studio's activity, each with the beginnings of its actions in the audit log. */
export const activityAreas = {
  bookings: ['bookings'],
  clients: ['clients', 'checkins'],
  people: ['crew', 'invitations', 'roles'],
  work: ['projects', 'board', 'tasks'],
  settings: ['studios', 'resources', 'subscriptions'],
} as const
export const activityKinds = ['bookings', 'clients', 'people', 'work', 'settings'] as const
export type ActivityKind = (typeof activityKinds)[number]

export const activityKindLabels: Record<ActivityKind, string> = {
  bookings: 'Bookings',
  clients: 'Clients and check-ins',
  people: 'Crew and roles',
  work: 'Projects, board and tasks',
  settings: 'Settings',
}

/** What an entry of the audit log can be about. A block is blocked time. */
export const subjectKinds = [
  'booking',
  'block',
  'client',
  'project',
  'card',
  'task',
  'resource',
  'invitation',
  'person',
] as const
