import type { OpeningTimes, Resource } from '@studiohub/contract/features/resources/schema.ts'
import { hoursOfResource, isWithinOpeningHours } from '@studiohub/contract/shared/opening-hours.ts'

type SessionTimes = Parameters<typeof isWithinOpeningHours>[0]

/** The names of the chosen people who have working hours of their own and do not work during the whole session. */
export function findAway(
  people: readonly Pick<Resource, 'id' | 'name'>[],
  session: SessionTimes,
  hours: Pick<OpeningTimes, 'weekly' | 'exceptions' | 'own_hours'>,
  chosen: readonly string[],
): string[] {
  const isAway = (id: string) => {
    const own = hours.own_hours.find(({ resource_id }) => resource_id === id)
    return own !== undefined && !isWithinOpeningHours(session, hoursOfResource(own.weekly, hours))
  }
  return people.filter(({ id }) => chosen.includes(id) && isAway(id)).map(({ name }) => name)
}
