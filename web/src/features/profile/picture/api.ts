import { useMutation } from '@tanstack/react-query'
import { api } from '#lib/server/api.ts'
import { uploadAsPerson } from '#lib/server/upload.ts'
import { meQuery } from '#lib/session/me.ts'

type Wish = { file: File; onProgress: (done: number) => void }

/** Gives oneself a picture. */
export const useUpdateAvatar = () =>
  useMutation({
    mutationFn: ({ file, onProgress }: Wish) => uploadAsPerson('/me/avatar', file, onProgress),
    meta: { done: 'Upload successful', failed: 'Upload failed', refresh: meQuery().queryKey },
  })

export const useDeleteAvatar = () =>
  useMutation(
    api.profile.deleteAvatar.mutationOptions({
      meta: { done: 'Image removed', failed: 'Delete failed', refresh: meQuery().queryKey },
    }),
  )
