import { canBlockClient } from '@studiohub/contract/features/conversations/policy.ts'
import { lazy, Suspense } from 'react'
import { toActor, useMe } from '#features/profile/api.ts'
import { type ConversationKey, useMessages, useUpdateBlock } from '../api.ts'

const RowMenu = lazy(async () => ({ default: (await import('#ui/row-menu.tsx')).RowMenu }))

/** Blocks the messages of the client, or ends the block. Null for users who may not. */
export function useBlock({ studio_id, client_id, ...project }: ConversationKey) {
  const block = useUpdateBlock()
  const actor = toActor(useMe())
  const conversation = useMessages({ studio_id, client_id, ...project }).data?.pages[0]?.conversation
  if (!conversation || !canBlockClient(actor, studio_id)) return null
  const { is_blocked, client_name } = conversation
  return {
    label: is_blocked ? 'Receive messages again' : 'Block messages',
    client_name: client_name ?? 'this client',
    toggle: () => block.mutate({ studio_id, client_id, blocked: !is_blocked }),
  }
}

/** A menu in which the desk blocks the messages of the client. Renders nothing for other users. */
export function BlockMenu({ thread }: { thread: ConversationKey }) {
  const block = useBlock(thread)
  return (
    block && (
      <Suspense fallback={<span className="-my-1 size-10" />}>
        <RowMenu
          name={block.client_name}
          actions={[{ label: block.label, name: block.label, onSelect: block.toggle }]}
        />
      </Suspense>
    )
  )
}
