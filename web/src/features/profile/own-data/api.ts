import { useQuery } from '@tanstack/react-query'
import { api, client } from '#lib/server/api.ts'
import { useAction } from '#lib/server/use-action.ts'
import { signOutDeletedAccount } from '#lib/session/session.ts'

/** Asks for all that is kept of oneself, and hands it over as a file. */
export const useExport = () =>
  useAction({
    send: async () => {
      const data = await client.profile.export()
      save(`studiohub-${data.exported_at.slice(0, 10)}.json`, JSON.stringify(data, null, 2))
      return data
    },
    done: 'Your data is on this device',
    failed: 'Failed to export your data',
  })

function save(name: string, text: string) {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}

/** What deleting the account asks for and does. */
export const useDeletionTerms = () => useQuery({ ...api.profile.getDeletion.queryOptions(), staleTime: 0, gcTime: 0 })

/** Deletes the account; this browser then forgets its session. */
export const useDeleteAccount = () =>
  useAction({
    send: client.profile.delete,
    failed: 'Failed to delete account',
    onSuccess: () => signOutDeletedAccount(),
  })
