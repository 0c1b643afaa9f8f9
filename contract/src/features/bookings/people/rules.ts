import type { ReservedTime } from '../../availability/rules.ts'

/** The total length of the reservations within a range, in milliseconds. */
export const sumReservedTime = (reserved: readonly ReservedTime[], range: ReservedTime): number =>
  reserved.reduce((sum, { from, to }) => sum + Math.max(0, Math.min(to, range.to) - Math.max(from, range.from)), 0)

type ResourceReservations = { resource_id: string; reserved: readonly ReservedTime[] }

/**
 * The people of a service in the order of assignment: preferred people first, then those with the least booked time on the
 * day. Ties keep the order of the list.
 * @param day the studio's day on which the session begins, in milliseconds
 */
export function orderPeople<Person extends { id: string }>(
  people: readonly Person[],
  reservations: readonly ResourceReservations[],
  { day, preferred = [] }: { day: ReservedTime; preferred?: readonly string[] },
): Person[] {
  const ranked = people.map((person) => ({
    person,
    preference: preferred.includes(person.id) ? preferred.indexOf(person.id) : preferred.length,
    booked: sumReservedTime(reservations.find(({ resource_id }) => resource_id === person.id)?.reserved ?? [], day),
  }))
  // `sort` is stable, so ties keep their order.
  return ranked.sort((a, b) => a.preference - b.preference || a.booked - b.booked).map(({ person }) => person)
}
