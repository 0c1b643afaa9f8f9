import { z } from 'zod'
import { Id } from '../../../shared/text.ts'
import { CalendarDate, TimeOfDay } from '../../../shared/time.ts'
import { DAYS_TOUCHED_MAX } from '../words.ts'

/** A time of a session whose service needs a person. */
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
  /** Whether they work then, by their hours and days off. */
  is_working: z.boolean(),
  /** Whether nothing else has them then. */
  is_free: z.boolean(),
  /** Their booked time on that day. */
  booked_minutes: z.number().int(),
})
export type ServicePerson = z.infer<typeof ServicePerson>

/** The people of a service in the order in which they are chosen; empty if it needs none. */
export const ServicePeople = z.object({
  items: z.array(ServicePerson),
  next_cursor: z.null(),
  /** The person that a booking of the studio would get; null if none is free. */
  suggested_id: Id.nullable(),
})
export type ServicePeople = z.infer<typeof ServicePeople>
