import type { Conversation } from '@studiohub/contract/features/conversations/schema.ts'
import { expect, test } from 'vitest'
import { mergeLists } from './merge-lists.ts'

const aConversation = (id: string, unread: number): Conversation => ({
  id,
  studio_id: 'studio',
  client_id: 'client',
  client_name: 'Cleo Marsh',
  project_id: null,
  project_title: null,
  last_message_at: '2026-11-29T10:00:00Z',
  last_text: 'Hello',
  last_files: 0,
  last_from_studio: false,
  unread,
})

test('a conversation that is in both lists appears once, as the newer list has it', () => {
  const unread = [aConversation('a', 1), aConversation('b', 2)]
  const read = [aConversation('a', 0), aConversation('c', 0)]
  const unreadOf = (unreadAt: number, readAt: number) =>
    mergeLists({ data: unread, dataUpdatedAt: unreadAt }, { data: read, dataUpdatedAt: readAt }).map(
      (conversation) => `${conversation.id}${conversation.unread}`,
    )
  expect(unreadOf(1, 2)).toEqual(['b2', 'a0', 'c0'])
  expect(unreadOf(2, 1)).toEqual(['a1', 'b2', 'c0'])
})
