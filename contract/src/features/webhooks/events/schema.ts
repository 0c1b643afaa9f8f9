import { z } from 'zod'
import { Id } from '#shared/text.ts'
import { API_VERSION, TEST_EVENT } from '../words.ts'

const Instant = z.iso.datetime({ offset: true })

/** The client of an object; null for an internal booking. */
const ClientRef = z.object({ id: Id, name: z.string().nullable(), email: z.string().nullable() })

export const BookingData = z.object({
  id: Id,
  status: z.enum(['pending', 'confirmed', 'cancelled', 'completed']),
  /** The key of the service, and its name. */
  service_type: z.string(),
  service: z.string(),
  /** The date in the time zone of the studio. */
  booking_date: z.iso.date(),
  start_time: z.string(),
  end_time: z.string(),
  timezone: z.string(),
  starts_at: Instant,
  ends_at: Instant,
  client: ClientRef.nullable(),
  project_id: Id.nullable(),
  series_id: Id.nullable(),
  people: z.number().int().nullable(),
  price_minor: z.number().int().nullable(),
  currency: z.string().nullable(),
  resources: z.array(z.object({ id: Id, kind: z.enum(['room', 'person', 'equipment']), name: z.string() })),
  is_no_show: z.boolean(),
  version: z.number().int(),
})

export const ClientData = z.object({
  id: Id,
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  company: z.string().nullable(),
  tags: z.array(z.string()),
  has_account: z.boolean(),
  version: z.number().int(),
})

const phases = ['pre_production', 'production', 'post_production', 'distribution', 'analytics'] as const

export const ProjectData = z.object({
  id: Id,
  client_id: Id,
  title: z.string(),
  project_type: z.string(),
  status: z.string(),
  phase: z.enum(phases),
  version: z.number().int(),
})

export const CardData = z.object({
  id: Id,
  client_id: Id,
  project_id: Id,
  title: z.string(),
  priority: z.string(),
  phase: z.enum(phases),
  status: z.string(),
  version: z.number().int(),
})

export const CheckinData = z.object({
  id: Id,
  client: ClientRef.nullable(),
  booking_id: Id.nullable(),
  check_in_time: Instant,
  check_out_time: Instant.nullable(),
})

export const PaymentData = z.object({
  id: Id,
  client_id: Id.nullable(),
  invoice_id: Id.nullable(),
  booking_id: Id.nullable(),
  method: z.string(),
  /** The amount of this payment or refund, in the smallest unit of the currency. */
  amount_minor: z.number().int(),
  currency: z.string(),
})

export const FileData = z.object({
  id: Id,
  client_id: Id,
  card_id: Id.nullable(),
  message_id: Id.nullable(),
  name: z.string(),
  content_type: z.string(),
  size_bytes: z.number().int(),
})

/** The data of a deleted object. */
const DeletedData = z.object({ id: Id })

/** The data of each event. */
export const eventData = {
  'booking.created': BookingData,
  'booking.confirmed': BookingData,
  'booking.moved': BookingData,
  'booking.updated': BookingData,
  'booking.cancelled': BookingData,
  'booking.completed': BookingData,
  'client.created': ClientData,
  'client.updated': ClientData,
  'client.removed': DeletedData,
  'project.created': ProjectData,
  'project.updated': ProjectData,
  'card.created': CardData,
  'card.moved': CardData,
  'card.updated': CardData,
  'card.deleted': DeletedData,
  'checkin.created': CheckinData,
  'checkin.ended': CheckinData,
  'payment.received': PaymentData,
  'payment.refunded': PaymentData,
  'file.created': FileData,
  'file.deleted': DeletedData,
  [TEST_EVENT]: z.object({ message: z.string() }),
}

/** The body of a call, as JSON. The headers have its signature. */
export const Payload = z.object({
  /** The same in every attempt and for every webhook, so that a receiver can ignore repeats. */
  id: Id,
  type: z.string(),
  api_version: z.literal(API_VERSION),
  /** When it happened. Events may arrive in another order. */
  timestamp: Instant,
  studio_id: Id,
  data: z.unknown(),
})
export type Payload = z.infer<typeof Payload>
