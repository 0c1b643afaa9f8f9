import { z } from 'zod'
import { Id } from '../../shared/text.ts'
import { sessionChanges } from './words.ts'

const WallDate = z.iso.date()
const session = { service: z.string(), booking_date: WallDate, start_time: z.string() }
const FreeTime = z.object({ booking_date: WallDate, start_time: z.string(), link: z.string() })
const told = {
  id: Id,
  studio_id: Id,
  studio_name: z.string(),
  /** Null where nobody did it. */
  actor_name: z.string().nullable(),
  /** The page that it is about. */
  link: z.string(),
  created_at: z.string(),
  read_at: z.string().nullable(),
}

/** One thing that a person is told. */
export const Notice = z.discriminatedUnion('kind', [
  z.object({ ...told, kind: z.literal('invitation'), data: z.object({ accepted: z.boolean() }) }),
  z.object({ ...told, kind: z.literal('role_request'), data: z.object({ role: z.enum(['client', 'staff']) }) }),
  z.object({
    ...told,
    kind: z.literal('request_answered'),
    data: z.object({ role: z.enum(['client', 'staff']), approved: z.boolean() }),
  }),
  z.object({ ...told, kind: z.literal('booking_request'), data: z.object(session) }),
  z.object({
    ...told,
    kind: z.literal('booking_changed'),
    data: z.object({ ...session, change: z.enum(sessionChanges), free_times: z.array(FreeTime).optional() }),
  }),
  z.object({ ...told, kind: z.literal('mention'), data: z.object({ about: z.string() }) }),
  z.object({
    ...told,
    kind: z.literal('task'),
    data: z.object({ title: z.string(), due_date: WallDate.nullable() }),
  }),
  z.object({ ...told, kind: z.literal('plan'), data: z.object({ title: z.string(), detail: z.string() }) }),
  z.object({ ...told, kind: z.literal('domain'), data: z.object({ custom_domain: z.string() }) }),
])
export type Notice = z.infer<typeof Notice>
