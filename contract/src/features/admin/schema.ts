import { z } from 'zod'
import { PageQuery, pageOf } from '../../shared/page.ts'
import { Role } from '../../shared/role.ts'
import { Id } from '../../shared/text.ts'
import { Message, MessageState } from '../messages/schema.ts'
import { RoleRequest } from '../roles/schema.ts'
import { NewStudio, Studio } from '../studios/schema.ts'
import { Tier } from '../subscriptions/schema.ts'
import { subscriptionStatuses } from '../subscriptions/words.ts'
import { activityKinds, SEARCH_MAX, studioRoles, studioSorts, studioStates } from './words.ts'

const Count = z.number().int()

/** The platform in figures, and how it came to them. */
export const PlatformStats = z.object({
  studios: Count,
  active_studios: Count,
  users: Count,
  /** The monthly price of active paid plans, in the smallest unit of `currency`. */
  revenue_minor: Count,
  currency: z.string(),
  /** Clients' sessions that are asked for or confirmed and not over. */
  active_bookings: Count,
  pending_requests: Count,
  /** How many studios are on which plan, and how many of those are in force. */
  plans: z.array(z.object({ tier: Tier, studios: Count, active: Count })),
  /** The last twelve months (`yyyy-MM`, UTC), this one included: who came. */
  months: z.array(z.object({ month: z.string(), users: Count, studios: Count })),
  /** The last twelve weeks by their Monday (`yyyy-MM-dd`): sessions that take place in them. */
  weeks: z.array(z.object({ week: z.string(), bookings: Count })),
})
export type PlatformStats = z.infer<typeof PlatformStats>

const Search = z
  .string()
  .trim()
  .max(SEARCH_MAX)
  .transform((text) => text || undefined)
  .optional()

const countedPageOf = <Item extends z.ZodType>(item: Item) => pageOf(item).extend({ total: Count })

/** A role that somebody holds or held until they went elsewhere; `decides` marks the one that says who they are. */
export const HeldRole = z.object({
  id: Id,
  role: Role,
  status: z.enum(['active', 'inactive']),
  studio_id: Id.nullable(),
  studio_name: z.string().nullable(),
  decides: z.boolean(),
})
export type HeldRole = z.infer<typeof HeldRole>

/** Somebody with an account, as operators see them. */
export const PlatformUser = z.object({
  id: Id,
  email: z.string(),
  /** False for somebody who may only claim the address. */
  email_proven: z.boolean(),
  full_name: z.string().nullable(),
  phone: z.string().nullable(),
  created_at: z.string(),
  /** Until when they are shut out; null where they are not. */
  banned_until: z.string().nullable(),
  roles: z.array(HeldRole),
})
export type PlatformUser = z.infer<typeof PlatformUser>

export const UserQuery = PageQuery.extend({ search: Search })
export const UserPage = countedPageOf(PlatformUser)

const atStudios: readonly string[] = studioRoles

/** A role to give; the studio is optional where one belongs to the role, and has no place elsewhere (spec section 5). */
export const RoleToGive = z
  .strictObject({
    role: Role,
    studio_id: Id.nullish(),
    /** A client is at one studio at a time: says that the operator knows which client role ends. */
    ends_client_role: z.boolean().optional(),
  })
  .refine(({ role, studio_id }) => !studio_id || atStudios.includes(role), {
    error: 'This role belongs to no studio',
    path: ['studio_id'],
  })
export type RoleToGive = z.infer<typeof RoleToGive>

export const Suspension = z.strictObject({ days: z.number().int().min(1).max(365).nullish() })

export const RequestPage = countedPageOf(RoleRequest)

/** A studio as operators see it: with its plan and who runs it. */
export const PlatformStudio = Studio.extend({
  tier: Tier.nullable(),
  plan_status: z.enum(subscriptionStatuses).nullable(),
  admins: z.array(z.object({ user_id: Id, full_name: z.string().nullable() })),
})
export type PlatformStudio = z.infer<typeof PlatformStudio>

export const StudioQuery = PageQuery.extend({
  search: Search,
  sort: z.enum(studioSorts).default('name'),
  state: z.enum(studioStates).optional(),
})
export type StudioQuery = z.output<typeof StudioQuery>
export const StudioPage = countedPageOf(PlatformStudio)

/** What an operator changes of a studio, all of it at once. */
export const PlatformStudioChanges = NewStudio.omit({ timezone: true, currency: true }).partial()
export type PlatformStudioChanges = z.output<typeof PlatformStudioChanges>

/** A mail of any studio or of the product itself, as operators see it. */
export const PlatformMessage = Message.omit({ booking_id: true }).extend({
  studio_id: Id.nullable(),
  studio_name: z.string().nullable(),
  /** Null where neither an account nor an invitation is left that knows it. */
  recipient_email: z.string().nullable(),
})
export type PlatformMessage = z.infer<typeof PlatformMessage>

export const MessageQuery = PageQuery.extend({ state: MessageState.optional() })
export type MessageQuery = z.output<typeof MessageQuery>

/** One line of the trail. */
export const TrailEntry = z.object({
  id: z.string(),
  at: z.string(),
  actor_id: Id.nullable(),
  actor_name: z.string().nullable(),
  studio_id: Id.nullable(),
  studio_name: z.string().nullable(),
  action: z.string(),
  object_type: z.string(),
  object_id: z.string().nullable(),
  outcome: z.enum(['done', 'denied']),
  before: z.unknown(),
  after: z.unknown(),
  /** Who the ids in it are, as they are called today: the trail itself keeps no names. */
  names: z.record(z.string(), z.string()),
  request_id: z.string().nullable(),
})
export type TrailEntry = z.infer<typeof TrailEntry>

/** One change at a studio, as its admins see it. */
export const Activity = TrailEntry.omit({ studio_id: true, studio_name: true, outcome: true, request_id: true })
export type Activity = z.infer<typeof Activity>

export const ActivityQuery = PageQuery.extend({
  studio_id: Id,
  actor_id: Id.optional(),
  kind: z.enum(activityKinds).optional(),
})
export type ActivityQuery = z.output<typeof ActivityQuery>

/** `action` is its name or how it begins, `roles` or `roles.approve`. */
export const TrailQuery = PageQuery.extend({
  studio_id: Id.optional(),
  actor_id: Id.optional(),
  action: Search,
  outcome: z.enum(['done', 'denied']).optional(),
})
export type TrailQuery = z.output<typeof TrailQuery>
