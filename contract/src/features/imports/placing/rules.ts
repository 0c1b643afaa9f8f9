import { withBuffers } from '../../bookings/rules.ts'

/** A room, person or piece of equipment, in the studio's order. */
export type PlacedResource = {
  id: string
  name: string
  kind: 'room' | 'person' | 'equipment'
  position: number
  setup_minutes: number
  teardown_minutes: number
}
export type TakenTime = { resource_id: string; from: number; to: number }

/** A session that needs a room. `resource_id` is the room or person that the file names; null for any room of its service. */
export type SessionToPlace = {
  starts_at: string
  ends_at: string
  resource_id: string | null
  /** The rooms of its service; null for all. */
  room_ids: readonly string[] | null
  /** Whether it reserves its time. Past sessions do not. */
  holds: boolean
}
export type PlacedSession = {
  resources: PlacedResource[]
  reservations: { resource_id: string; from: string; to: string }[]
}

/**
 * Returns a function that gives each session the room that it names, or the first free room of its service. Call it for
 * one session after the other: it remembers their reservations.
 * @param takenTimes the reservations of the studio's resources
 */
export function placeSessions(resources: readonly PlacedResource[], takenTimes: readonly TakenTime[]) {
  const times = new Map<string, { from: number; to: number }[]>()
  const add = ({ resource_id, from, to }: TakenTime) => {
    const list = times.get(resource_id)
    if (list) list.push({ from, to })
    else times.set(resource_id, [{ from, to }])
  }
  takenTimes.forEach(add)
  const rooms = resources.filter(({ kind }) => kind === 'room')
  const spanOf = (resource: PlacedResource, session: SessionToPlace) => withBuffers(session, resource)
  const isFree = (resource: PlacedResource, session: SessionToPlace) => {
    if (!session.holds) return true
    const span = spanOf(resource, session)
    const [from, to] = [Date.parse(span.from), Date.parse(span.to)]
    return !times.get(resource.id)?.some((taken) => taken.from < to && from < taken.to)
  }
  return (session: SessionToPlace): PlacedSession | { problem: string } => {
    const named = resources.find(({ id }) => id === session.resource_id)
    if (named && !isFree(named, session)) return { problem: `${named.name} is already booked at that time.` }
    const isOfService = ({ id }: PlacedResource) => session.room_ids === null || session.room_ids.includes(id)
    const room =
      named?.kind === 'room' ? named : rooms.filter(isOfService).find((candidate) => isFree(candidate, session))
    if (!room)
      return {
        problem:
          rooms.length === 0 ? 'Your studio has no room. Add one in the settings.' : 'No room is free at that time.',
      }
    const usedResources = [...new Set(named ? [named, room] : [room])].toSorted((a, b) => a.position - b.position)
    const reservations = usedResources.map((resource) => ({ resource_id: resource.id, ...spanOf(resource, session) }))
    if (session.holds)
      for (const { resource_id, from, to } of reservations)
        add({ resource_id, from: Date.parse(from), to: Date.parse(to) })
    return { resources: usedResources, reservations }
  }
}
