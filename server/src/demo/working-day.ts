import { closeCheckin } from '../features/checkins/queries.ts'
import { asActor, asSystem } from '../platform/db/actor.ts'
import { inDays, NORTHLIGHT_ZONE } from './days.ts'
import { insertBooking, setClientSince } from './people.ts'

type Call = (path: string, body: object, method?: 'POST' | 'PATCH' | 'PUT') => Promise<{ id: string }>
type DemoUser = { id: string; session_id: string; call: Call }

/** Today's sessions besides the evening of an account, in order of time: clients that the desk entered. Prices are in cents. */
const todaysSessions = [
  { room: 'Studio A', from: 9, hours: 4, service: 'recording', price: 24_000, client: 'Mara Voss' },
  { room: 'Studio B', from: 10, hours: 3, service: 'rehearsal', price: 6_000, client: 'The Larches' },
  { room: 'Control room', from: 11, hours: 3, service: 'mixing', price: 15_000, client: 'Omar Haddad' },
  { room: 'Studio A', from: 14, hours: 4, service: 'recording', price: 24_000, client: 'Iris Lund' },
  { room: 'Control room', from: 15, hours: 5, service: 'mastering', price: 24_000, client: 'Mara Voss' },
  { room: 'Studio B', from: 16, hours: 4, service: 'rehearsal', price: 8_000, client: 'Omar Haddad' },
] as const

/** Since when the desk has known the clients of today. */
const DAYS_SINCE_FIRST_CALL = 17

/** Creates a working day at Northlight: tasks in every state, a client who is checked in, and an engineer for bookings. */
export async function createNorthlightDay(people: {
  studio_id: string
  nora: DemoUser
  sam: DemoUser
  cleo: DemoUser
  ben: DemoUser
  /** A project of Cleo's on which Sam works. */
  project_id: string | undefined
}) {
  const { studio_id, sam, cleo, ben, project_id } = people
  const nora = people.nora.call
  await nora(`/api/v1/studios/${studio_id}/bookings`, {
    booking_date: inDays(0, NORTHLIGHT_ZONE),
    start_time: '19:00',
    end_time: '22:00',
    service_type: 'mixing',
    booking_type: 'client_booking',
    client_id: ben.id,
    status: 'confirmed',
    notes: 'Last pass over the live album.',
  })
  await assignEngineer(people)
  await fillToday({ studio_id, desk: people.nora })
  const addTask = (title: string, fields: object) => nora('/api/v1/tasks', { title, assigned_to: sam.id, ...fields })
  const tuning = await addTask('Tune the piano in Studio A', { priority: 'low', due_date: inDays(-3, NORTHLIGHT_ZONE) })
  await sam.call(`/api/v1/tasks/${tuning.id}/start`, {})
  await sam.call(`/api/v1/tasks/${tuning.id}/complete`, {})
  const backup = await addTask('Back up the sessions of last week', {
    priority: 'high',
    due_date: inDays(1, NORTHLIGHT_ZONE),
  })
  await sam.call(`/api/v1/tasks/${backup.id}/start`, {})
  const cableTask = {
    description: 'The third pair from the left crackles.',
    priority: 'urgent',
    due_date: inDays(-1, NORTHLIGHT_ZONE),
  }
  await addTask('Replace the patch cable of the live room', cableTask)
  await addTask('Set up two condenser mics for the title track', { due_date: inDays(1, NORTHLIGHT_ZONE), project_id })
  await nora('/api/v1/tasks', {
    title: 'Order spare tubes for the U 87 pair',
    priority: 'low',
    due_date: inDays(9, NORTHLIGHT_ZONE),
  })
  const visit = await sam.call(`/api/v1/studios/${studio_id}/checkins`, {
    client_id: ben.id,
    notes: 'Came to pick up hard disks',
  })
  await sam.call(`/api/v1/checkins/${visit.id}/checkout`, {})
  await sam.call(`/api/v1/studios/${studio_id}/checkins`, {
    client_id: cleo.id,
    notes: 'Listening in the control room',
  })
  await cleo.call('/api/v1/assistant/messages', { content: 'When is my next session?' })
}

/** Fills the rooms of today. Clients of running sessions are checked in, and those of sessions that have ended came and left. */
async function fillToday({ studio_id, desk }: { studio_id: string; desk: DemoUser }) {
  const now = Temporal.Instant.fromEpochMilliseconds(Date.now()).toZonedDateTimeISO(NORTHLIGHT_ZONE)
  const booking_date = now.toPlainDate().toString()
  const rooms = await asSystem((tx) =>
    tx.selectFrom('resources').select(['id', 'name']).where('studio_id', '=', studio_id).execute(),
  )
  const clientIds = new Map<string, string>()
  for (const { room, client, ...session } of todaysSessions) {
    const room_id = rooms.find(({ name }) => name === room)?.id ?? ''
    const known = clientIds.get(client)
    const client_id = known ?? (await desk.call(`/api/v1/studios/${studio_id}/clients`, { name: client })).id
    clientIds.set(client, client_id)
    const { from, hours, service } = session
    if (from > now.hour) {
      const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`
      await desk.call(`/api/v1/studios/${studio_id}/bookings`, {
        booking_date,
        start_time: clock(from),
        end_time: clock(from + hours),
        service_type: service,
        booking_type: 'client_booking',
        status: 'confirmed',
        client_id,
        resource_ids: [room_id],
      })
      continue
    }
    const hasEnded = from + hours <= now.hour
    const status = hasEnded ? 'completed' : 'confirmed'
    const booking = {
      ...session,
      studio_id,
      zone: NORTHLIGHT_ZONE,
      client_id,
      created_by: desk.id,
      room_id,
      booking_date,
      status,
    } as const
    const booking_id = await asSystem((tx) => insertBooking(tx, booking))
    // The client of a session that has just begun is late.
    if (from === now.hour) continue
    const timeAt = (hour: number) => now.with({ hour, minute: 0, second: 0, millisecond: 0 }).toInstant().toString()
    const checkin = { client_id, booking_id, at: timeAt(from) }
    const { id } = await desk.call(`/api/v1/studios/${studio_id}/checkins`, checkin)
    if (hasEnded) await checkOutAt(desk, id, new Date(timeAt(from + hours)))
  }
  await asSystem((tx) => setClientSince(tx, { studio_id, client_ids: [...clientIds.values()] }, DAYS_SINCE_FIRST_CALL))
}

/** Checks a client out at a past time, because the API checks out now. */
function checkOutAt({ id: user_id, session_id }: DemoUser, checkin_id: string, time: Date) {
  return asActor({ session_id, request_id: 'demo' }, (tx) => closeCheckin(tx, checkin_id, user_id, time))
}

// Adds Sam to the confirmed bookings of clients.
async function assignEngineer({ studio_id, nora, sam }: { studio_id: string; nora: DemoUser; sam: DemoUser }) {
  const rows = await asSystem((tx) =>
    tx
      .selectFrom('bookings')
      .select('id')
      .where('studio_id', '=', studio_id)
      .where('status', '=', 'confirmed')
      .where('service_type', 'in', ['recording', 'mastering'])
      .execute(),
  )
  const engineer = await asSystem((tx) =>
    tx
      .selectFrom('resources')
      .select('id')
      .where('studio_id', '=', studio_id)
      .where('user_id', '=', sam.id)
      .executeTakeFirstOrThrow(),
  )
  for (const { id } of rows) {
    await nora.call(`/api/v1/bookings/${id}`, { add_resource_ids: [engineer.id] }, 'PATCH')
  }
}
