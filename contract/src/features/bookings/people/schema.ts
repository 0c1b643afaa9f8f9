import { z } from 'zod'
import { Id } from '#shared/text.ts'
import { CalendarDate, TimeOfDay } from '#shared/time.ts'
import { DAYS_TOUCHED_MAX } from '../words.ts'

/** The time of a session whose service needs a person. */
export const ServicePeopleQuery = z.object({
  studio_id: Id,
  /** A service's key. */
  service: z.string().max(60),
  booking_date: CalendarDate,
  start_time: TimeOfDay,
  end_time: TimeOfDay,
  days: z.coerce.number().int().min(1).max(DAYS_TOUCHED_MAX).default(1),
})
export type ServicePeopleQuery = z.output<typeof ServicePeopleQuery>

/** One of the people of a service at that time. */
export const ServicePerson = z.object({
  resource_id: Id,
  name: z.string(),
  /** Whether their hours and days off allow this time. */
  is_working: z.boolean(),
  /** Whether they have no other booking at this time. */
  is_free: z.boolean(),
  /** Their booked time on that day. */
  booked_minutes: z.number().int(),
})
export type ServicePerson = z.infer<typeof ServicePerson>

/** The people of a service in the order of assignment; empty if it needs none. */
export const ServicePeople = z.object({
  items: z.array(ServicePerson),
  next_cursor: z.null(),
  /** The person who would be assigned to a booking of the studio; null if none is free. */
  suggested_id: Id.nullable(),
})
export type ServicePeople = z.infer<typeof ServicePeople>
