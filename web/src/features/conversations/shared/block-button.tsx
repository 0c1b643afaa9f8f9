import { canBlockClient } from '@studiohub/contract/features/conversations/policy.ts'
import { toActor, useMe } from '#features/profile/api.ts'
import { Button } from '#ui/button.tsx'
import { type ConversationKey, useMessages, useUpdateBlock } from '../api.ts'

/** Lets the desk block the messages of the client. Renders nothing for other users. */
export function BlockButton({ thread }: { thread: ConversationKey }) {
  const block = useUpdateBlock()
  const actor = toActor(useMe())
  const conversation = useMessages(thread).data?.pages[0]?.conversation
  const { studio_id, client_id } = thread
  if (!conversation || !canBlockClient(actor, studio_id)) return null
  const { is_blocked } = conversation
  return (
    <Button
      look="quiet"
      size="small"
      pending={block.isPending}
      onClick={() => block.mutate({ studio_id, client_id, blocked: !is_blocked })}
    >
      {is_blocked ? 'Receive messages again' : 'Block messages'}
    </Button>
  )
}
