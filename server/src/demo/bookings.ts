import type { Call } from './calls.ts'
import { inDays, NORTHLIGHT_ZONE } from './days.ts'

type Client = { id: string; call: Call }

type BookingInput = {
  days: number
  from: string
  to: string
  service: string
  notes?: string
  client_id?: string
  project_id?: string | undefined
}

/** Books sessions in some days at a studio, by the rights of `call`. @returns the id of the booking */
export const createBooker = (call: Call, studio_id: string, zone: string) => async (input: BookingInput) => {
  const booking = await call(`/api/v1/studios/${studio_id}/bookings`, {
    booking_date: inDays(input.days, zone),
    start_time: input.from,
    end_time: input.to,
    service_type: input.service,
    booking_type: 'client_booking',
    notes: input.notes ?? null,
    ...(input.client_id && { client_id: input.client_id }),
    ...(input.project_id && { project_id: input.project_id }),
  })
  return booking.id
}

/** Books sessions of every status at Northlight, and blocks time. */
export async function bookNorthlight({
  nora,
  cleo,
  ben,
  studio_id,
  project_id,
}: {
  nora: Call
  cleo: Client
  ben: Client
  studio_id: string
  /** The project of Cleo's next session. */
  project_id: string | undefined
}) {
  const bookAsCleo = createBooker(cleo.call, studio_id, NORTHLIGHT_ZONE)
  const bookAsBen = createBooker(ben.call, studio_id, NORTHLIGHT_ZONE)
  const bookAsNora = createBooker(nora, studio_id, NORTHLIGHT_ZONE)
  const confirmed = [
    await bookAsCleo({
      days: 1,
      from: '10:00',
      to: '14:00',
      service: 'recording',
      notes: 'Vocals for the title track; two condenser mics please.',
      project_id,
    }),
    await bookAsBen({ days: 1, from: '15:00', to: '18:00', service: 'mixing' }),
    await bookAsCleo({ days: 6, from: '10:00', to: '13:00', service: 'mastering' }),
  ]
  await bookAsNora({
    days: 2,
    from: '12:00',
    to: '16:00',
    service: 'rehearsal',
    client_id: ben.id,
    notes: 'Full band, four wedges.',
  })
  for (const id of confirmed) await nora(`/api/v1/bookings/${id}/confirm`, { version: 1 })
  await bookAsBen({
    days: 3,
    from: '11:00',
    to: '13:00',
    service: 'consultation',
    notes: 'First talk about the live album.',
  })
  await bookAsCleo({ days: 8, from: '17:00', to: '21:00', service: 'recording' })
  await bookAsBen({ days: 9, from: '10:00', to: '14:00', service: 'mastering' })
  const cancelled = await bookAsBen({ days: 4, from: '09:00', to: '11:00', service: 'mixing' })
  await nora(`/api/v1/bookings/${cancelled}/cancel`, { reason: 'The mixes were finished early.' })
  await nora(`/api/v1/studios/${studio_id}/bookings`, {
    booking_date: inDays(5, NORTHLIGHT_ZONE),
    start_time: '08:00',
    end_time: '12:00',
    service_type: 'maintenance',
    booking_type: 'blocked_time',
    notes: 'Console service',
  })
  await nora('/api/v1/calendar-feeds', { kind: 'studio' })
}

/** Books two sessions at Bloom House and confirms one. */
export async function bookBloom({ hugo, mina, studio_id }: { hugo: Call; mina: Client; studio_id: string }) {
  const bookAsMina = createBooker(mina.call, studio_id, 'Europe/Lisbon')
  const shoot = await bookAsMina({
    days: 2,
    from: '09:00',
    to: '13:00',
    service: 'photo_shoot',
    notes: 'Spring lookbook, 14 looks.',
  })
  await hugo(`/api/v1/bookings/${shoot}/confirm`, { version: 1 })
  await bookAsMina({ days: 9, from: '14:00', to: '16:00', service: 'consultation' })
}
