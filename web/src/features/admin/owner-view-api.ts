import { client } from '#lib/server/api.ts'
import { useAction } from '#lib/server/use-action.ts'

/** Opens a view in which this session sees the studio as its admin does. */
export const useOpenOwnerView = () =>
  useAction({
    send: (input: { studio_id: string }) => client.admin.openView(input),
    failed: 'Error opening the studio',
  })

export const useEndOwnerView = () =>
  useAction({ send: () => client.admin.endView(), failed: 'Error stopping the view' })
