import type { ServicePeopleQuery } from '@studiohub/contract/features/bookings/people/schema.ts'
import type { Picture } from '@studiohub/contract/features/resources/pictures/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '#lib/server/api.ts'

/** Which people of a service are free at a time. */
export const useServicePeople = (input: ServicePeopleQuery) =>
  useQuery({
    ...api.bookings.listServicePeople.queryOptions({ input }),
    // Availability goes stale quickly.
    staleTime: 5_000,
  })

const toFirstPictures = ({ items }: { items: readonly Picture[] }) =>
  new Map(items.filter(({ position }) => position === 0).map(({ resource_id, small_url }) => [resource_id, small_url]))

/** The address of the first picture of each room and person. An error shows no message, because initials replace it. */
export const useResourcePictures = (studio_id: string): ReadonlyMap<string | null, string> =>
  useQuery({ ...api.resources.listPictures.queryOptions({ input: { studio_id } }), select: toFirstPictures }).data ??
  noPictures

const noPictures: ReadonlyMap<string | null, string> = new Map()
