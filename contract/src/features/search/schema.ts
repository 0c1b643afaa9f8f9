import { z } from 'zod'
import { Id } from '../../shared/text.ts'
import { BookingStatus } from '../bookings/schema.ts'
import { Phase, ProjectStatus } from '../projects/schema.ts'
import { SEARCH_TEXT_MAX } from './words.ts'

/** Without text the answer has the next bookings and the latest changes. */
export const SearchQuery = z.object({ q: z.string().trim().max(SEARCH_TEXT_MAX).default('') })

export const FoundPerson = z.object({
  id: Id,
  kind: z.enum(['client', 'crew']),
  name: z.string().nullable(),
  /** Null if the caller may not see contacts, and for crew. */
  email: z.string().nullable(),
})
export type FoundPerson = z.infer<typeof FoundPerson>

export const FoundBooking = z.object({
  id: Id,
  /** Null for an internal session. */
  client_name: z.string().nullable(),
  service: z.string(),
  booking_date: z.string(),
  start_time: z.string(),
  end_time: z.string(),
  status: BookingStatus,
})
export type FoundBooking = z.infer<typeof FoundBooking>

export const FoundProject = z.object({
  id: Id,
  title: z.string(),
  client_name: z.string().nullable(),
  status: ProjectStatus,
})
export type FoundProject = z.infer<typeof FoundProject>

export const FoundCard = z.object({ id: Id, title: z.string(), project_title: z.string(), phase: Phase })
export type FoundCard = z.infer<typeof FoundCard>

export const SearchAnswer = z.object({
  people: z.array(FoundPerson),
  bookings: z.array(FoundBooking),
  projects: z.array(FoundProject),
  cards: z.array(FoundCard),
})
export type SearchAnswer = z.infer<typeof SearchAnswer>
