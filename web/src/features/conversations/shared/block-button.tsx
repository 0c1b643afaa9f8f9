import { canBlockClient } from '@studiohub/contract/features/conversations/policy.ts'
import { toActor, useMe } from '#features/profile/api.ts'
import { LazyRowMenu, rowMenuSpaceClasses } from '#ui/lazy-row-menu.tsx'
import { type ConversationKey, useMessages, useUpdateBlock } from '../api.ts'

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
  const mayBlock = canBlockClient(toActor(useMe()), thread.studio_id)
  if (block) {
    return (
      <LazyRowMenu
        name={block.client_name}
        actions={[{ label: block.label, name: block.label, onSelect: block.toggle }]}
      />
    )
  }
  return mayBlock && <span className={rowMenuSpaceClasses} />
}
