import { useQuery } from '@tanstack/react-query'
import { api, client } from '#lib/server/api.ts'
import { useAction } from '#lib/server/use-action.ts'
import { signOutDeletedAccount } from '#lib/session/session.ts'

/** Exports the user's data as a file. */
export const useExportOwnData = () =>
  useAction({
    send: async () => {
      const data = await client.profile.export()
      downloadFile(`studiohub-${data.exported_at.slice(0, 10)}.json`, JSON.stringify(data, null, 2))
      return data
    },
    done: 'Your data was downloaded',
    failed: 'Failed to export your data',
  })

function downloadFile(name: string, text: string) {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}

/** The conditions and effects of deleting the account. */
export const useDeletionTerms = () => useQuery({ ...api.profile.getDeletion.queryOptions(), staleTime: 0, gcTime: 0 })

/** Deletes the account and then this browser's session. */
export const useDeleteAccount = () =>
  useAction({
    send: client.profile.delete,
    failed: 'Failed to delete account',
    onSuccess: () => signOutDeletedAccount(),
  })
