import type { Picture } from '@studiohub/contract/features/resources/pictures/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { ImageIcon } from 'lucide-react'
import { useLiveResources } from '../api.ts'
import { picturesQuery } from '../pictures/api.ts'

/** The first picture of each service, room and person of a studio, by the key of the service or the id of the resource. */
export function useFirstPictures(studio_id: string): ReadonlyMap<string, Picture> {
  // The dialog of a service or room shows these pictures too, so they must be current.
  useLiveResources()
  const { data } = useQuery(picturesQuery(studio_id))
  const firstPictures = (data?.items ?? []).filter(({ position }) => position === 0)
  return new Map(firstPictures.map((picture) => [picture.service_key ?? picture.resource_id ?? '', picture]))
}

/** A small picture at the start of a row, or an empty frame. It is decorative, because the name is next to it. */
export const Thumbnail = ({ picture }: { picture: Picture | undefined }) =>
  picture ? (
    <img
      src={picture.small_url}
      alt=""
      loading="lazy"
      className="h-10 w-14 shrink-0 rounded-md bg-muted object-cover"
    />
  ) : (
    <span
      aria-hidden
      className="grid h-10 w-14 shrink-0 place-items-center rounded-md border border-border bg-muted text-muted-foreground"
    >
      <ImageIcon className="size-4" />
    </span>
  )
