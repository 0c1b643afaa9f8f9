import type { Conversation } from '@studiohub/contract/features/conversations/schema.ts'

type List = { data: readonly Conversation[]; dataUpdatedAt: number }

/**
 * The unread conversations and, below them, the read ones. While only one of the two lists is up to date, a conversation that
 * was just read, or has a new message, is in both. The newer list is right.
 */
export function mergeLists(unread: List, read: List): Conversation[] {
  const isReadNewer = read.dataUpdatedAt > unread.dataUpdatedAt
  const newer = new Set((isReadNewer ? read : unread).data.map(({ id }) => id))
  const withoutNewer = ({ data }: List) => data.filter(({ id }) => !newer.has(id))
  return isReadNewer ? [...withoutNewer(unread), ...read.data] : [...unread.data, ...withoutNewer(read)]
}
