import type { Me } from '@studiohub/contract/features/profile/schema.ts'
import type { StudioDomain } from '@studiohub/contract/features/studios/schema.ts'
import type { StudioSender } from '@studiohub/contract/features/studios/sender/schema.ts'
import type { StudioAsset } from '@studiohub/contract/features/studios/words.ts'
import { useIsMutating, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, client } from '#lib/server/api.ts'
import { useLive } from '#lib/server/live.ts'
import { uploadAsUser } from '#lib/server/upload.ts'
import { useAction } from '#lib/server/use-action.ts'
import { meQuery } from '#lib/session/me.ts'

/** Refetches the studio, and the user data that includes it. */
function useRefetchStudio() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: api.studios.key() })
}

const saveStudioKey = ['save studio'] as const

/** Saves changed settings and writes the response to every cache that shows the studio. */
export function useSaveStudio() {
  const queryClient = useQueryClient()
  const refetchStudio = useRefetchStudio()
  return useAction({
    mutationKey: saveStudioKey,
    send: client.studios.update,
    done: 'Settings updated successfully',
    failed: 'Error updating settings',
    onSuccess: async (studio) => {
      queryClient.setQueryData<Me>(meQuery().queryKey, (me) => me && { ...me, studio })
      await refetchStudio()
    },
  })
}

const meKey = meQuery().queryKey

/** Refetches the studio when it changes in another tab or through another admin. */
export const useLiveStudio = () => useLive('studios', meKey)

/** Whether any settings tab is saving. */
export const useIsSavingStudio = () => useIsMutating({ mutationKey: saveStudioKey }) > 0

type Upload = { studio_id: string; asset: StudioAsset; file: File; onProgress: (done: number) => void }

/** Uploads one of the studio's images. */
export function useUpdateAsset() {
  const refetchStudio = useRefetchStudio()
  return useAction({
    send: ({ studio_id, asset, file, onProgress }: Upload) =>
      uploadAsUser(`/studios/${studio_id}/assets/${asset}`, file, onProgress),
    done: 'Upload successful',
    failed: 'Upload failed',
    refresh: meQuery().queryKey,
    onSuccess: refetchStudio,
  })
}

export function useDeleteAsset() {
  const refetchStudio = useRefetchStudio()
  return useAction({
    send: client.studios.deleteAsset,
    done: 'Image removed',
    failed: 'Delete failed',
    refresh: meQuery().queryKey,
    onSuccess: refetchStudio,
  })
}

const domainQuery = (studio_id: string) => api.studios.getDomain.queryOptions({ input: { studio_id } })

export const useDomain = (studio_id: string) =>
  useQuery({ ...domainQuery(studio_id), meta: { failed: 'Error loading settings' } })

const saveTexts = { done: 'Settings updated successfully', failed: 'Error updating settings' } as const

/** The actions on a custom domain; each returns the new state. */
export function useDomainSteps(studio_id: string) {
  const queryClient = useQueryClient()
  const onSuccess = (updated: StudioDomain) => {
    queryClient.setQueryData(domainQuery(studio_id).queryKey, updated)
  }
  const update = useAction({ send: client.studios.updateDomain, ...saveTexts, onSuccess })
  const remove = useAction({ send: client.studios.deleteDomain, ...saveTexts, onSuccess })
  const verify = useAction({
    send: client.studios.verifyDomain,
    done: 'Domain verified',
    failed: 'The domain could not be verified',
    onSuccess,
  })
  return { update, remove, verify }
}

const senderQuery = (studio_id: string) => api.studios.getSender.queryOptions({ input: { studio_id } })

/** The address from which the studio's emails are sent; refetched when a check changes it. */
export function useSender(studio_id: string) {
  useLive('studios', api.studios.getSender.key())
  return useQuery({ ...senderQuery(studio_id), meta: { failed: 'Failed to load the sender' } })
}

/** The actions on a sender address; each returns the new state. */
export function useSenderActions(studio_id: string) {
  const queryClient = useQueryClient()
  const onSuccess = (updated: StudioSender) => {
    queryClient.setQueryData(senderQuery(studio_id).queryKey, updated)
  }
  const update = useAction({ send: client.studios.updateSender, ...saveTexts, onSuccess })
  const remove = useAction({ send: client.studios.deleteSender, ...saveTexts, onSuccess })
  const check = useAction({ send: client.studios.checkSender, failed: 'The records could not be checked', onSuccess })
  const rotate = useAction({
    send: client.studios.rotateSenderKey,
    done: { title: 'New key created', description: 'Set its DNS record. The current key signs until then.' },
    failed: 'Error updating settings',
    onSuccess,
  })
  return { update, remove, check, rotate }
}
