import {
  defaultOpeningHours,
  defaultServices,
  type StudioService,
} from '@studiohub/contract/features/resources/schema.ts'
import type { StudioType } from '@studiohub/contract/features/studios/schema.ts'
import { asSystem } from '../platform/db/actor.ts'

type Call = (path: string, body: object, method?: 'POST' | 'PATCH' | 'PUT') => Promise<{ id: string }>
type DemoStudio = { call: Call; studio_id: string }

const inDays = (days: number) => Temporal.Now.plainDateISO('UTC').add({ days }).toString()

/** A recording studio with all there is: a room's own colour, a person, equipment, prices and days that differ. */
export async function furnishNorthlight({ call, studio_id }: DemoStudio, engineer: string) {
  await colourRooms({ call, studio_id }, { 'Studio A': '#3b82f6', 'Studio B': '#14b8a6' })
  const add = (body: object) => call(`/api/v1/studios/${studio_id}/resources`, body)
  await add({ kind: 'room', name: 'Control room', color: '#8b5cf6', setup_minutes: 15, teardown_minutes: 15 })
  const sam = await add({ kind: 'person', name: 'Sam Okafor', color: '#f97316', user_id: engineer })
  await add({ kind: 'equipment', name: 'Neumann U 87 pair', color: '#eab308' })
  await add({ kind: 'equipment', name: 'Ribbon microphone', color: '#ec4899', setup_minutes: 10 })
  await price({ call, studio_id }, 'recording', {
    recording: { price_minor: 48_000, min_minutes: 60, max_minutes: 600 },
    mixing: { price_minor: 36_000, min_minutes: 60 },
    mastering: { price_minor: 24_000 },
    rehearsal: { price_minor: 9_000, min_minutes: 60, max_minutes: 480, auto_confirm: true },
    consultation: { price_minor: 0, max_minutes: 120 },
  })
  const evening = { opens: '10:00', closes: '20:00', closes_next_day: false }
  await call(
    `/api/v1/studios/${studio_id}/opening-hours`,
    {
      weekly: defaultOpeningHours,
      own_hours: [{ resource_id: sam.id, weekly: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, ...evening })) }],
      // Far enough ahead that none of the demo's sessions falls on them.
      exceptions: [
        { date: inDays(34), note: 'Studio maintenance', spans: [] },
        { date: inDays(48), note: 'Open house in the evening', spans: [{ ...evening, closes: '16:00' }] },
      ],
      min_notice_minutes: 0,
      booking_horizon_days: 365,
      cancellation_cutoff_hours: 24,
      request_expiry_hours: 336,
    },
    'PUT',
  )
}

/** A photo studio on its first plan: one room, and prices. */
export async function furnishBloom(place: DemoStudio) {
  await colourRooms(place, { 'Studio A': '#ef4444' })
  await price(place, 'photo', {
    photo_shoot: { price_minor: 18_000, min_minutes: 60, max_minutes: 480 },
    consultation: { price_minor: 0, auto_confirm: true },
  })
}

async function colourRooms({ call, studio_id }: DemoStudio, colours: Record<string, string>) {
  const rooms = await asSystem((tx) =>
    tx
      .selectFrom('resources')
      .select(['id', 'name'])
      .where('studio_id', '=', studio_id)
      .orderBy('position')
      .orderBy('id')
      .execute(),
  )
  for (const { id, name } of rooms) await call(`/api/v1/resources/${id}`, { color: colours[name] ?? null }, 'PATCH')
}

async function price(
  { call, studio_id }: DemoStudio,
  type: StudioType,
  terms: Record<string, Partial<StudioService>>,
): Promise<void> {
  const items = defaultServices(type).map(({ position, ...service }) => ({ ...service, ...terms[service.key] }))
  await call(`/api/v1/studios/${studio_id}/services`, { items }, 'PUT')
}
