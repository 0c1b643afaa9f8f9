import type { Picture } from '@studiohub/contract/features/resources/pictures/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { api, client } from '#lib/server/api.ts'
import { uploadAsUser } from '#lib/server/upload.ts'
import { useAction } from '#lib/server/use-action.ts'

/** The service, or the room or person, to which pictures belong. */
export type PictureOwner = { service_key: string } | { resource_id: string }

const belongsTo = (owner: PictureOwner) => (picture: Picture) =>
  'service_key' in owner ? picture.service_key === owner.service_key : picture.resource_id === owner.resource_id

export const picturesKey = api.resources.listPictures.key()
export const picturesQuery = (studio_id: string) => api.resources.listPictures.queryOptions({ input: { studio_id } })

/** The pictures of one service or room, in their order. */
export const usePictures = (studio_id: string, owner: PictureOwner) =>
  useQuery({
    ...picturesQuery(studio_id),
    select: ({ items }) => items.filter(belongsTo(owner)),
    meta: { failed: 'Error loading settings' },
  })

type Upload = { studio_id: string; owner: PictureOwner; file: File; onProgress: (done: number) => void }

/**
 * Adds a picture after the others. The section shows why a picture was rejected. The toast shows it too, even after the section
 * was closed.
 */
export const useCreatePicture = () =>
  useAction({
    send: ({ studio_id, owner, file, onProgress }: Upload) =>
      uploadAsUser(`/studios/${studio_id}/pictures`, file, onProgress, 'POST', owner),
    failed: 'Upload failed',
    refresh: picturesKey,
  })

/** Saves the text of a picture. Without an error toast, because the field shows the error. */
export const useDescribePicture = () =>
  useAction({
    scope: { id: 'describe-picture' },
    send: ({ id, alt }: { id: string; alt: string }) => client.resources.updatePicture({ id, alt }),
    done: 'Settings updated successfully',
    refresh: picturesKey,
  })

export const useDeletePicture = () =>
  useAction({
    send: client.resources.deletePicture,
    done: 'Image removed',
    failed: 'Delete failed',
    refresh: picturesKey,
  })
