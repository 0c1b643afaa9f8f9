import type { Picture } from '@studiohub/contract/features/resources/pictures/schema.ts'
import { useQuery } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import { useLiveResources } from '../api.ts'
import { picturesQuery } from '../pictures/api.ts'

/** The pictures of a studio in their order, by the key of their service or the id of their room or person. */
export function usePicturesByOwner(studio_id: string): ReadonlyMap<string, readonly Picture[]> {
  // The dialog of a service or room shows these pictures too, so they must be current.
  useLiveResources()
  const { data } = useQuery(picturesQuery(studio_id))
  const pictures = (data?.items ?? []).toSorted((a, b) => a.position - b.position)
  return Map.groupBy(pictures, ({ service_key, resource_id }) => service_key ?? resource_id ?? '')
}

/** A small picture at the start of a row. It is decorative, because the name is next to it. */
export const Thumbnail = ({ picture }: { picture: Picture }) => (
  <img src={picture.small_url} alt="" loading="lazy" className="h-10 w-14 shrink-0 rounded-md bg-muted object-cover" />
)

/** An icon in the place of a `Thumbnail`, for a row without a picture. */
export const IconTile = ({ icon: Icon }: { icon: LucideIcon }) => (
  <span aria-hidden className="grid h-10 w-14 shrink-0 place-items-center rounded-md bg-primary/12 text-link">
    <Icon className="size-4.5" />
  </span>
)
