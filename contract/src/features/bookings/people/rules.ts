import type { HeldTime } from '../../availability/rules.ts'

/** How long reservations last within a range, in milliseconds. */
export const bookedTime = (held: readonly HeldTime[], range: HeldTime): number =>
  held.reduce((sum, { from, to }) => sum + Math.max(0, Math.min(to, range.to) - Math.max(from, range.from)), 0)

type ResourceHolds = { resource_id: string; held: readonly HeldTime[] }

/**
 * The people of a service in the order in which they are chosen: the preferred ones, then those with the least booked time
 * on the day. Ties keep the order of the list.
 * @param day the studio's day on which the session begins, in milliseconds
 */
export function orderPeople<Person extends { id: string }>(
  people: readonly Person[],
  reservations: readonly ResourceHolds[],
  { day, preferred = [] }: { day: HeldTime; preferred?: readonly string[] },
): Person[] {
  const places = people.map((person) => ({
    person,
    preference: preferred.includes(person.id) ? preferred.indexOf(person.id) : preferred.length,
    booked: bookedTime(reservations.find(({ resource_id }) => resource_id === person.id)?.held ?? [], day),
  }))
  // Sorting is stable.
  return places.sort((a, b) => a.preference - b.preference || a.booked - b.booked).map(({ person }) => person)
}
