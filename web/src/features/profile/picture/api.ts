import { client } from '#lib/server/api.ts'
import { uploadAsPerson } from '#lib/server/upload.ts'
import { useAct } from '#lib/server/use-act.ts'
import { meQuery } from '#lib/session/me.ts'

type PictureUpload = { file: File; onProgress: (done: number) => void }

/** Gives oneself a picture. */
export const useUpdateAvatar = () =>
  useAct({
    send: ({ file, onProgress }: PictureUpload) => uploadAsPerson('/me/avatar', file, onProgress),
    done: 'Upload successful',
    failed: 'Upload failed',
    refresh: meQuery().queryKey,
  })

export const useDeleteAvatar = () =>
  useAct({
    send: client.profile.deleteAvatar,
    done: 'Image removed',
    failed: 'Delete failed',
    refresh: meQuery().queryKey,
  })
