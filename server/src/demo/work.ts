import { asSystem } from '../platform/db/actor.ts'

type Call = (path: string, body: object, method?: 'POST' | 'PATCH' | 'PUT') => Promise<{ id: string }>
type Someone = { id: string; call: Call }

const inDays = (days: number) => Temporal.Now.plainDateISO('UTC').add({ days }).toString()

/** A day at a studio: tasks in each of their states, somebody in the house, and an engineer on sessions. */
export async function workNorthlight(place: {
  studio_id: string
  nora: Call
  sam: Someone
  cleo: Someone
  ben: Someone
}) {
  const { studio_id, nora, sam, cleo, ben } = place
  await nora(`/api/v1/studios/${studio_id}/bookings`, {
    // By the studio's own clocks: there it may be tomorrow already.
    booking_date: Temporal.Now.plainDateISO('Europe/Amsterdam').toString(),
    start_time: '19:00',
    end_time: '22:00',
    service_type: 'mixing',
    booking_type: 'client_booking',
    client_id: ben.id,
    status: 'confirmed',
    notes: 'Last pass over the live album.',
  })
  await assign(place)
  const give = (title: string, given: object) => nora('/api/v1/tasks', { title, assigned_to: sam.id, ...given })
  const tuned = await give('Tune the piano in Studio A', { priority: 'low', due_date: inDays(-3) })
  await sam.call(`/api/v1/tasks/${tuned.id}/start`, {})
  await sam.call(`/api/v1/tasks/${tuned.id}/complete`, {})
  const backed = await give('Back up the sessions of last week', { priority: 'high', due_date: inDays(1) })
  await sam.call(`/api/v1/tasks/${backed.id}/start`, {})
  const patch = { description: 'The third pair from the left crackles.', priority: 'urgent', due_date: inDays(-1) }
  await give('Replace the patch cable of the live room', patch)
  await give('Set up two condenser mics for the title track', { due_date: inDays(1) })
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

// The sessions of the coming days that have a client are worked on by Sam, beside the room that they hold.
async function assign({ studio_id, nora, sam }: { studio_id: string; nora: Call; sam: Someone }) {
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
