import { client } from '#lib/server/api.ts'
import { uploadAsUser } from '#lib/server/upload.ts'
import { useAction } from '#lib/server/use-action.ts'
import { meQuery } from '#lib/session/me.ts'

type PictureUpload = { file: File; onProgress: (done: number) => void }

/** Uploads the user's picture. */
export const useUpdateAvatar = () =>
  useAction({
    send: ({ file, onProgress }: PictureUpload) => uploadAsUser('/me/avatar', file, onProgress),
    done: 'Upload successful',
    failed: 'Upload failed',
    refresh: meQuery().queryKey,
  })

export const useDeleteAvatar = () =>
  useAction({
    send: client.profile.deleteAvatar,
    done: 'Image removed',
    failed: 'Delete failed',
    refresh: meQuery().queryKey,
  })
