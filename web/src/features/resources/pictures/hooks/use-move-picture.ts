import type { Picture } from '@studiohub/contract/features/resources/pictures/schema.ts'
import { useQueryClient } from '@tanstack/react-query'
import { client } from '#lib/server/api.ts'
import { writeAndRenderNow } from '#lib/server/query-client.ts'
import { useAction } from '#lib/server/use-action.ts'
import { picturesKey, picturesQuery } from '../api.ts'
import { moveToPosition } from '../model/order.ts'

/** Moves a picture and shows the new order immediately. */
export function useMovePicture(studio_id: string) {
  const queryClient = useQueryClient()
  const { queryKey } = picturesQuery(studio_id)
  return useAction({
    send: ({ id, position }: { id: string; position: number }) => client.resources.updatePicture({ id, position }),
    failed: 'Error updating settings',
    refresh: picturesKey,
    onMutate: ({ id, position }) => {
      const list = queryClient.getQueryData(queryKey)
      const picture = list?.items.find((item) => item.id === id)
      if (!list || !picture) return
      const { service_key, resource_id } = picture
      const hasSameOwner = (item: Picture) => item.service_key === service_key && item.resource_id === resource_id
      const items = [
        ...list.items.filter((item) => !hasSameOwner(item)),
        ...moveToPosition(list.items.filter(hasSameOwner), id, position),
      ]
      writeAndRenderNow(() => queryClient.setQueryData(queryKey, { ...list, items }))
    },
    onError: () => queryClient.invalidateQueries({ queryKey }),
  })
}
