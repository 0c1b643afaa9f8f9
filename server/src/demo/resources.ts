import { defaultPricing, type PriceRule, type Pricing } from '@studiohub/contract/features/prices/schema.ts'
import { defaultOpeningHours } from '@studiohub/contract/features/resources/schema.ts'
import { defaultServices, type StudioService } from '@studiohub/contract/features/resources/services/schema.ts'
import type { StudioType } from '@studiohub/contract/features/studios/schema.ts'
import type { StudioTaxes } from '@studiohub/contract/features/studios/taxes/schema.ts'
import { asSystem } from '../platform/db/actor.ts'
import { inDays, NORTHLIGHT_ZONE } from './days.ts'
import { demoPolicy } from './people.ts'

type Call = (path: string, body: object, method?: 'POST' | 'PATCH' | 'PUT') => Promise<{ id: string }>
type DemoStudio = { call: Call; studio_id: string }

const eveningRule: PriceRule = {
  label: 'evening',
  weekdays: [1, 2, 3, 4, 5],
  from: '18:00',
  to: '23:00',
  percent: 25,
  price_minor: null,
}

const taxes: StudioTaxes = {
  prices_include_tax: true,
  rates: [
    { key: 'vat', name: 'VAT', rate_bp: 2_100 },
    { key: 'reduced', name: 'Reduced VAT', rate_bp: 900 },
  ],
}

const recordingPricing: Pricing = {
  ...defaultPricing,
  unit: 'hour',
  rules: [eveningRule],
  packages: [{ label: 'full day', minutes: 600, price_minor: 48_000 }],
  add_ons: [
    { key: 'engineer', label: 'Assistant engineer', unit: 'hour', price_minor: 3_000, max_quantity: 2 },
    { key: 'piano', label: 'Piano tuning', unit: 'piece', price_minor: 12_000, max_quantity: 1 },
    { key: 'coffee', label: 'Coffee and tea', unit: 'person', price_minor: 0, max_quantity: 1 },
  ],
}

/** Adds rooms, a person and equipment with their details. @returns the person */
async function addNorthlightResources({ call, studio_id }: DemoStudio, engineer: string) {
  await describeRooms(
    { call, studio_id },
    {
      'Studio A': { color: '#3b82f6', details: '62 m², drum kit, isolation booth, 24 lines to the desk' },
      'Studio B': { color: '#14b8a6', details: '14 m² vocal booth with two large condenser microphones' },
    },
  )
  const add = (body: object) => call(`/api/v1/studios/${studio_id}/resources`, body)
  await add({
    kind: 'room',
    name: 'Control room',
    color: '#8b5cf6',
    setup_minutes: 15,
    teardown_minutes: 15,
    details: '38 m², 48-channel desk, three pairs of monitors, seats for six',
  })
  const sam = await add({
    kind: 'person',
    name: 'Sam Okafor',
    color: '#f97316',
    user_id: engineer,
    details: 'Recording and mixing engineer',
  })
  await add({ kind: 'equipment', name: 'Neumann U 87 pair', color: '#eab308' })
  await add({ kind: 'equipment', name: 'Ribbon microphone', color: '#ec4899', setup_minutes: 10 })
  return sam
}

/** Sets up a recording studio with all features: taxes, rooms, a person, equipment, prices and special opening hours. */
export async function setUpNorthlight({ call, studio_id }: DemoStudio, engineer: string) {
  await call(`/api/v1/studios/${studio_id}`, { taxes, shows_people: true, cancellation_policy: demoPolicy }, 'PATCH')
  const sam = await addNorthlightResources({ call, studio_id }, engineer)
  await setPrices({ call, studio_id }, 'recording', {
    recording: {
      price_minor: 6_000,
      min_minutes: 60,
      max_minutes: 720,
      capacity: 8,
      pricing: recordingPricing,
      description: 'Bands and vocals with an engineer. Microphones and instruments included.',
    },
    mixing: {
      price_minor: 5_000,
      min_minutes: 60,
      max_minutes: 600,
      pricing: { ...defaultPricing, unit: 'hour' },
      description: 'Your tracks on the 48-channel desk. Two rounds of changes are included.',
    },
    mastering: {
      price_minor: 24_000,
      min_minutes: 60,
      max_minutes: 480,
      description: 'Up to five songs, ready for streaming and vinyl.',
      deposit: { kind: 'percent', percent: 50 },
    },
    rehearsal: {
      price_minor: 2_000,
      min_minutes: 60,
      max_minutes: 480,
      auto_confirm: true,
      rooms_max: 2,
      pricing: { ...defaultPricing, unit: 'hour', rules: [eveningRule] },
      description: 'A room with drums, amps and a small PA. Confirmed at once.',
    },
    consultation: {
      price_minor: 0,
      min_minutes: 30,
      max_minutes: 120,
      description: 'Plan your record with us, in the studio or by phone.',
    },
  })
  const holiday = {
    resource_id: sam.id,
    first_date: inDays(20, NORTHLIGHT_ZONE),
    last_date: inDays(27, NORTHLIGHT_ZONE),
    note: 'Lisbon',
  }
  await call(`/api/v1/studios/${studio_id}/days-off`, holiday)
  const evening = { opens: '10:00', closes: '20:00', closes_next_day: false }
  await call(
    `/api/v1/studios/${studio_id}/opening-hours`,
    {
      weekly: defaultOpeningHours,
      own_hours: [{ resource_id: sam.id, weekly: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, ...evening })) }],
      // These days are later than all bookings of the demo.
      exceptions: [
        { date: inDays(34, NORTHLIGHT_ZONE), note: 'Studio maintenance', spans: [] },
        {
          date: inDays(48, NORTHLIGHT_ZONE),
          note: 'Open house in the evening',
          spans: [{ ...evening, opens: '16:00', closes: '22:00' }],
        },
      ],
      min_notice_minutes: 0,
      booking_horizon_days: 365,
      cancellation_cutoff_hours: 24,
      request_expiry_hours: 336,
    },
    'PUT',
  )
}

/** Sets up a photo studio with one room and prices. */
export async function setUpBloom(studio: DemoStudio) {
  await describeRooms(studio, {
    'Studio A': { color: '#ef4444', details: '90 m² with daylight from the north, two backdrops, make-up table' },
  })
  await setPrices(studio, 'photo', {
    photo_shoot: {
      price_minor: 9_000,
      min_minutes: 60,
      max_minutes: 480,
      pricing: { ...defaultPricing, unit: 'hour' },
      description: 'Portraits, fashion and products with a photographer and lights.',
    },
    retouching: {
      price_minor: 4_500,
      min_minutes: 60,
      max_minutes: 240,
      pricing: { ...defaultPricing, unit: 'hour' },
      description: 'Choose and finish your pictures together with us.',
    },
    studio_rental: {
      price_minor: 22_000,
      pricing: { ...defaultPricing, unit: 'half_day' },
      description: 'The whole studio for you and your own team.',
    },
    consultation: {
      price_minor: 0,
      min_minutes: 30,
      max_minutes: 120,
      auto_confirm: true,
      description: 'Plan your shoot with us, in the studio or by phone.',
    },
  })
}

type RoomDescription = { color: string; details: string }

async function describeRooms({ call, studio_id }: DemoStudio, descriptions: Record<string, RoomDescription>) {
  const rooms = await asSystem((tx) =>
    tx
      .selectFrom('resources')
      .select(['id', 'name'])
      .where('studio_id', '=', studio_id)
      .orderBy('position')
      .orderBy('id')
      .execute(),
  )
  for (const { id, name } of rooms) {
    const description = descriptions[name]
    if (description) await call(`/api/v1/resources/${id}`, description, 'PATCH')
  }
}

async function setPrices(
  { call, studio_id }: DemoStudio,
  type: StudioType,
  serviceChanges: Record<string, Partial<StudioService>>,
): Promise<void> {
  const items = defaultServices(type).map(({ position, ...service }) => ({
    ...service,
    ...serviceChanges[service.key],
  }))
  await call(`/api/v1/studios/${studio_id}/services`, { items }, 'PUT')
}
