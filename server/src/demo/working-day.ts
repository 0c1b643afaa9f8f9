import { asSystem } from '../platform/db/actor.ts'

type Call = (path: string, body: object, method?: 'POST' | 'PATCH' | 'PUT') => Promise<{ id: string }>
type DemoUser = { id: string; call: Call }

const inDays = (days: number) => Temporal.Now.plainDateISO('UTC').add({ days }).toString()

/** Creates a working day at Northlight: tasks in every state, a client who is checked in, and an engineer on bookings. */
export async function createNorthlightDay(place: {
  studio_id: string
  nora: Call
  sam: DemoUser
  cleo: DemoUser
  ben: DemoUser
}) {
  const { studio_id, nora, sam, cleo, ben } = place
  await nora(`/api/v1/studios/${studio_id}/bookings`, {
    // The studio's date, which may already be tomorrow's.
    booking_date: Temporal.Now.plainDateISO('Europe/Amsterdam').toString(),
    start_time: '19:00',
    end_time: '22:00',
    service_type: 'mixing',
    booking_type: 'client_booking',
    client_id: ben.id,
    status: 'confirmed',
    notes: 'Last pass over the live album.',
  })
  await assignEngineer(place)
  const addTask = (title: string, given: object) => nora('/api/v1/tasks', { title, assigned_to: sam.id, ...given })
  const tuned = await addTask('Tune the piano in Studio A', { priority: 'low', due_date: inDays(-3) })
  await sam.call(`/api/v1/tasks/${tuned.id}/start`, {})
  await sam.call(`/api/v1/tasks/${tuned.id}/complete`, {})
  const backed = await addTask('Back up the sessions of last week', { priority: 'high', due_date: inDays(1) })
  await sam.call(`/api/v1/tasks/${backed.id}/start`, {})
  const patch = { description: 'The third pair from the left crackles.', priority: 'urgent', due_date: inDays(-1) }
  await addTask('Replace the patch cable of the live room', patch)
  await addTask('Set up two condenser mics for the title track', { due_date: inDays(1) })
  await nora('/api/v1/tasks', { title: 'Order spare tubes for the U 87 pair', priority: 'low', due_date: inDays(9) })
  const came = await sam.call(`/api/v1/studios/${studio_id}/checkins`, {
    client_id: ben.id,
    notes: 'Came to pick up hard disks',
  })
  await sam.call(`/api/v1/checkins/${came.id}/checkout`, {})
  await sam.call(`/api/v1/studios/${studio_id}/checkins`, {
    client_id: cleo.id,
    notes: 'Listening in the control room',
  })
  await cleo.call('/api/v1/assistant/messages', { content: 'When is my next session?' })
}

// Adds Sam to the confirmed bookings of clients.
async function assignEngineer({ studio_id, nora, sam }: { studio_id: string; nora: Call; sam: DemoUser }) {
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
    await nora(`/api/v1/bookings/${id}`, { add_resource_ids: [engineer.id] }, 'PATCH')
  }
}
