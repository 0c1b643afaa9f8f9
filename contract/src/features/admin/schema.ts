import { z } from 'zod'
import { PageQuery, pageOf } from '../../shared/page.ts'
import { Role } from '../../shared/role.ts'
import { Id } from '../../shared/text.ts'
import { Message } from '../messages/schema.ts'
import { RoleRequest } from '../roles/schema.ts'
import { NewStudio, Studio } from '../studios/schema.ts'
import { Tier } from '../subscriptions/schema.ts'
import { subscriptionStatuses } from '../subscriptions/words.ts'
import { AttentionItem } from './attention/schema.ts'
import {
  activityKinds,
  emailFilters,
  requestAnswers,
  requestStates,
  SEARCH_MAX,
  studioRoles,
  studioSorts,
  studioStates,
  subjectKinds,
} from './words.ts'

const Count = z.number().int()

/** Key figures of the platform. */
export const PlatformStats = z.object({
  studios: Count,
  active_studios: Count,
  users: Count,
  /** The monthly price of active paid plans, in the smallest unit of `currency`. */
  revenue_minor: Count,
  currency: z.string(),
  /** Requested and confirmed client bookings that have not ended. */
  active_bookings: Count,
  pending_requests: Count,
  /** When the oldest pending request was sent; null if none waits. */
  pending_requests_since: z.string().nullable(),
  /** Partnership applications whose sender has no partner role. */
  pending_applications: Count,
  /** When the oldest of these applications was sent; null if there is none. */
  pending_applications_since: z.string().nullable(),
  /** For each plan, the number of studios and how many of them are active. */
  plans: z.array(z.object({ tier: Tier, studios: Count, active: Count })),
  /** New people and studios in the last twelve months (`yyyy-MM`, UTC), including the current one. */
  months: z.array(z.object({ month: z.string(), users: Count, studios: Count })),
  /** Bookings that take place in the last twelve weeks, by the week's Monday (`yyyy-MM-dd`). */
  weeks: z.array(z.object({ week: z.string(), bookings: Count })),
})
export type PlatformStats = z.infer<typeof PlatformStats>

const Search = z
  .string()
  .trim()
  .max(SEARCH_MAX)
  .transform((text) => text || undefined)
  .optional()

const pageWithTotal = <Item extends z.ZodType>(item: Item) => pageOf(item).extend({ total: Count })

/** A current or former role of a person. `decides` marks the one that is in effect. */
export const UserRole = z.object({
  id: Id,
  role: Role,
  status: z.enum(['active', 'inactive']),
  studio_id: Id.nullable(),
  studio_name: z.string().nullable(),
  decides: z.boolean(),
})
export type UserRole = z.infer<typeof UserRole>

/** A person with an account, as operators see them. */
export const PlatformUser = z.object({
  id: Id,
  email: z.string(),
  /** False if the person has not confirmed the address. */
  email_proven: z.boolean(),
  full_name: z.string().nullable(),
  phone: z.string().nullable(),
  created_at: z.string(),
  /** When the suspension ends; null if the person is not suspended. */
  banned_until: z.string().nullable(),
  roles: z.array(UserRole),
})
export type PlatformUser = z.infer<typeof PlatformUser>

export const UserQuery = PageQuery.extend({ search: Search })
export const UserPage = pageWithTotal(PlatformUser)

const rolesWithStudio: readonly string[] = studioRoles

/** A role to assign. A role at a studio may have a studio id; other roles must not (spec section 5). */
export const AssignRoleInput = z
  .strictObject({
    role: Role,
    studio_id: Id.nullish(),
    /** Confirms that the person's current client role ends. A client belongs to one studio at a time. */
    ends_client_role: z.boolean().optional(),
  })
  .refine(({ role, studio_id }) => !studio_id || rolesWithStudio.includes(role), {
    error: 'This role cannot have a studio',
    path: ['studio_id'],
  })
export type AssignRoleInput = z.infer<typeof AssignRoleInput>

export const Suspension = z.strictObject({ days: z.number().int().min(1).max(365).nullish() })

/** A role request as operators see it, with its answer. */
export const PlatformRoleRequest = RoleRequest.extend({
  /** Null for an open request. `by_name` is an email address if the account has no name, and null if it was deleted. */
  answer: z.object({ outcome: z.enum(requestAnswers), at: z.string(), by_name: z.string().nullable() }).nullable(),
})
export type PlatformRoleRequest = z.infer<typeof PlatformRoleRequest>

export const RequestQuery = PageQuery.extend({ state: z.enum(requestStates).default('open') })
export type RequestQuery = z.output<typeof RequestQuery>
export const RequestPage = pageWithTotal(PlatformRoleRequest)

/** A studio as operators see it, with its plan and admins. */
export const PlatformStudio = Studio.extend({
  tier: Tier.nullable(),
  plan_status: z.enum(subscriptionStatuses).nullable(),
  admins: z.array(z.object({ user_id: Id, full_name: z.string().nullable() })),
  /** The studio's verified sender domain. Null means that its emails come from the platform's domain. */
  sender_domain: z.string().nullable(),
})
export type PlatformStudio = z.infer<typeof PlatformStudio>

export const StudioQuery = PageQuery.extend({
  search: Search,
  sort: z.enum(studioSorts).default('attention'),
  state: z.enum(studioStates).optional(),
})
export type StudioQuery = z.output<typeof StudioQuery>

/** A studio in the operators' list. */
export const ListedStudio = PlatformStudio.extend({
  /** What needs an operator, the most urgent first. */
  attention: z.array(AttentionItem),
})
export type ListedStudio = z.infer<typeof ListedStudio>
export const StudioPage = pageWithTotal(ListedStudio)

/** The fields of a studio that an operator can change in one call. */
export const PlatformStudioChanges = NewStudio.omit({ timezone: true, currency: true }).partial()
export type PlatformStudioChanges = z.output<typeof PlatformStudioChanges>

/** An email of any studio or of the platform, as operators see it. */
export const PlatformMessage = Message.omit({ booking_id: true }).extend({
  studio_id: Id.nullable(),
  studio_name: z.string().nullable(),
  /** The time zone in which the studio's sessions are shown. */
  studio_timezone: z.string().nullable(),
  /** Null if the account or invitation was deleted. */
  recipient_email: z.string().nullable(),
  /** Who wrote the messages that the email is about: the client, or the studio. Null for other emails. */
  sender_name: z.string().nullable(),
})
export type PlatformMessage = z.infer<typeof PlatformMessage>

export const MessageQuery = PageQuery.extend({ state: z.enum(emailFilters).optional(), studio_id: Id.optional() })
export type MessageQuery = z.output<typeof MessageQuery>

/** The person or thing that an entry is about, with its current name. */
export const AuditSubject = z.object({
  kind: z.enum(subjectKinds),
  id: Id,
  /** For a session, the name of its client. Null if it has none, or if the name was erased. */
  name: z.string().nullable(),
  /** For an account, and only for operators. */
  email: z.string().nullable(),
  /** The day and the start of a booking, in the studio's time zone. */
  booking_date: z.string().nullable(),
  start_time: z.string().nullable(),
})
export type AuditSubject = z.infer<typeof AuditSubject>

/** One row of the audit log. */
export const AuditEntry = z.object({
  id: z.string(),
  at: z.string(),
  actor_id: Id.nullable(),
  actor_name: z.string().nullable(),
  studio_id: Id.nullable(),
  studio_name: z.string().nullable(),
  studio_timezone: z.string().nullable(),
  action: z.string(),
  object_type: z.string(),
  object_id: z.string().nullable(),
  outcome: z.enum(['done', 'denied']),
  before: z.unknown(),
  after: z.unknown(),
  /** The current names of the ids in this entry; the audit log itself stores no names. */
  names: z.record(z.string(), z.string()),
  /** Null if it was deleted, or if the caller may not see it. */
  subject: AuditSubject.nullable(),
  request_id: z.string().nullable(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** One change at a studio, as its admins see it. */
export const Activity = AuditEntry.omit({
  studio_id: true,
  studio_name: true,
  studio_timezone: true,
  outcome: true,
  request_id: true,
})
export type Activity = z.infer<typeof Activity>

export const ActivityQuery = PageQuery.extend({
  studio_id: Id,
  actor_id: Id.optional(),
  kind: z.enum(activityKinds).optional(),
})
export type ActivityQuery = z.output<typeof ActivityQuery>

/** `action` is an action or its start, such as `roles` or `roles.approve`. */
export const AuditLogQuery = PageQuery.extend({
  studio_id: Id.optional(),
  actor_id: Id.optional(),
  action: Search,
  outcome: z.enum(['done', 'denied']).optional(),
})
export type AuditLogQuery = z.output<typeof AuditLogQuery>
