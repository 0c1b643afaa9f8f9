import { z } from 'zod'
import { Id } from '../../shared/text.ts'
import { disputeChanges, sessionChanges } from './words.ts'

const WallDate = z.iso.date()
const session = { service: z.string(), booking_date: WallDate, start_time: z.string() }
const FreeTime = z.object({ booking_date: WallDate, start_time: z.string(), link: z.string() })
const noticeFields = {
  id: Id,
  studio_id: Id,
  studio_name: z.string(),
  /** Null for automatic changes. */
  actor_name: z.string().nullable(),
  /** The booking, request, claim, card or task. */
  subject_id: Id.nullable(),
  /** The page to open. */
  link: z.string(),
  created_at: z.string(),
  read_at: z.string().nullable(),
}

/** One notification of a person. */
export const Notice = z.discriminatedUnion('kind', [
  z.object({ ...noticeFields, kind: z.literal('invitation'), data: z.object({ accepted: z.boolean() }) }),
  z.object({ ...noticeFields, kind: z.literal('role_request'), data: z.object({ role: z.enum(['client', 'staff']) }) }),
  z.object({
    ...noticeFields,
    kind: z.literal('request_answered'),
    data: z.object({ role: z.enum(['client', 'staff']), approved: z.boolean() }),
  }),
  z.object({ ...noticeFields, kind: z.literal('booking_request'), data: z.object(session) }),
  z.object({
    ...noticeFields,
    kind: z.literal('booking_changed'),
    data: z.object({ ...session, change: z.enum(sessionChanges), free_times: z.array(FreeTime).optional() }),
  }),
  z.object({ ...noticeFields, kind: z.literal('mention'), data: z.object({ about: z.string() }) }),
  z.object({
    ...noticeFields,
    kind: z.literal('task'),
    data: z.object({ title: z.string(), due_date: WallDate.nullable() }),
  }),
  z.object({ ...noticeFields, kind: z.literal('plan'), data: z.object({ title: z.string(), detail: z.string() }) }),
  z.object({ ...noticeFields, kind: z.literal('domain'), data: z.object({ custom_domain: z.string() }) }),
  z.object({ ...noticeFields, kind: z.literal('sender'), data: z.object({ address: z.string() }) }),
  z.object({ ...noticeFields, kind: z.literal('webhook'), data: z.object({ label: z.string() }) }),
  z.object({
    ...noticeFields,
    kind: z.literal('calendar'),
    data: z.object({
      label: z.string(),
      needs_consent: z.boolean().optional(),
      has_ended: z.boolean().optional(),
    }),
  }),
  z.object({ ...noticeFields, kind: z.literal('owner_view'), data: z.object({ ends_at: z.string() }) }),
  z.object({ ...noticeFields, kind: z.literal('session_moved'), data: z.object({ deleted: z.boolean() }) }),
  z.object({ ...noticeFields, kind: z.literal('claim'), data: z.object({ accepted: z.boolean() }) }),
  z.object({
    ...noticeFields,
    kind: z.literal('dispute'),
    data: z.object({ change: z.enum(disputeChanges), amount: z.string(), respond_by: WallDate.nullable() }),
  }),
])
export type Notice = z.infer<typeof Notice>
