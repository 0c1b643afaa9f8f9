import { z } from 'zod'
import { Id, prose } from '../../shared/text.ts'
import { TimeOfDay } from '../../shared/time.ts'

export const CHECKIN_NOTES_MAX = 2000

/** A client's visit to the studio; open until `check_out_time` is set. */
export const Checkin = z.object({
  id: Id,
  studio_id: Id,
  client_id: Id.nullable(),
  client_name: z.string().nullable(),
  checked_in_by: Id.nullable(),
  checked_out_by: Id.nullable(),
  check_in_time: z.string(),
  check_out_time: z.string().nullable(),
  notes: z.string().nullable(),
  booking_id: Id.nullable(),
  /** The booking that they came for, with the names of its rooms in the studio's order. */
  booking: z
    .object({ start_time: TimeOfDay, end_time: TimeOfDay, service_type: z.string(), rooms: z.array(z.string()) })
    .nullable(),
  /** Counts changes. An undo names the version of the change that it takes back. */
  version: z.number().int(),
})
export type Checkin = z.infer<typeof Checkin>

export const NewCheckin = z.strictObject({
  client_id: z.string({ error: 'Please enter a client ID' }).trim().min(1, 'Please enter a client ID').pipe(Id),
  notes: prose(CHECKIN_NOTES_MAX).nullish(),
  booking_id: Id.nullish(),
  /** When the client came, if that was recorded without a connection: at most a day ago. */
  at: z.iso.datetime().nullish(),
})
export type NewCheckin = z.output<typeof NewCheckin>
