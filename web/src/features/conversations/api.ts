import { type InfiniteData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, client } from '#lib/server/api.ts'
import { createConnectionError } from '#lib/server/describe-error.ts'
import { useLive } from '#lib/server/live.ts'
import { cursorInput, cursorPaging, flattenPages } from '#lib/server/pages.ts'
import { uploadAsUser } from '#lib/server/upload.ts'
import { useAction } from '#lib/server/use-action.ts'

const conversationsKey = api.conversations.key()
const ROWS_PER_PAGE = 25
const MESSAGES_PER_PAGE = 30
const LINKS_REFETCH_MS = 5 * 60_000

/** Names a conversation: the general one of a client, or one about a project of the client. */
export type ConversationKey = { studio_id: string; client_id: string; project_id?: string }

/** How many conversations have unread messages. */
export function useUnreadCount(studio_id: string) {
  useLive('conversations', conversationsKey)
  return useQuery({
    ...api.conversations.countUnread.queryOptions({ input: { studio_id } }),
    select: ({ unread }) => unread,
  })
}

/** The user's conversations, newest first. */
export function useConversations(studio_id: string, show?: 'unread' | 'read') {
  useLive('conversations', conversationsKey)
  return useInfiniteQuery({
    ...api.conversations.list.infiniteOptions({
      input: (cursor: string | undefined) => ({
        studio_id,
        limit: ROWS_PER_PAGE,
        ...(show && { show }),
        ...cursorInput(cursor),
      }),
      ...cursorPaging,
    }),
    select: flattenPages,
  })
}

const messagesQuery = (thread: ConversationKey) =>
  api.conversations.listMessages.infiniteOptions({
    input: (cursor: string | undefined) => ({ ...thread, limit: MESSAGES_PER_PAGE, ...cursorInput(cursor) }),
    ...cursorPaging,
  })

/** The messages of a conversation, newest first, and whether the user may write in it. */
export function useMessages(thread: ConversationKey) {
  useLive('conversations', conversationsKey)
  return useInfiniteQuery({
    ...messagesQuery(thread),
    // Links to files work for at least ten minutes. The refetch replaces them before they expire.
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some(({ files }) => files.length > 0)) ? LINKS_REFETCH_MS : false,
    refetchIntervalInBackground: true,
  })
}

/** A file that was uploaded for a message. */
export type UploadedFile = { id: string; name: string; size_bytes: number }

/** A message that is not sent yet. With the same key, repeated attempts create only one message. */
export type UnsentMessage = { key: string; body: string; files: readonly UploadedFile[] }

/** Sends the messages of a conversation one after another. */
export function useCreateMessage(thread: ConversationKey) {
  const queryClient = useQueryClient()
  const { queryKey } = messagesQuery(thread)
  return useAction({
    scope: { id: `messages ${thread.client_id} ${thread.project_id ?? ''}` },
    send: ({ key, body, files }: UnsentMessage) =>
      client.conversations.createMessage(
        { ...thread, body, ...(files.length > 0 && { file_ids: files.map(({ id }) => id) }) },
        { context: { idempotencyKey: key } },
      ),
    onSuccess: async (message) => {
      type Page = Awaited<ReturnType<typeof client.conversations.listMessages>>
      // Shows the message at once, until the list is refetched.
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData<InfiniteData<Page, string | undefined>>(queryKey, (data) => {
        const [first, ...older] = data?.pages ?? []
        if (!data || !first || first.items.some(({ id }) => id === message.id)) return data
        return { ...data, pages: [{ ...first, items: [message, ...first.items] }, ...older] }
      })
      void queryClient.invalidateQueries({ queryKey: conversationsKey })
    },
  })
}

type FileUpload = { thread: ConversationKey; key: string; file: File; onProgress: (progress: number) => void }

/**
 * Uploads a file for a message of a conversation. With the same key, repeated attempts create only one file.
 * @param onProgress gets numbers from 0 to 1
 */
export async function uploadFile({ thread, key, file, onProgress }: FileUpload): Promise<UploadedFile> {
  const { studio_id, client_id, project_id } = thread
  const path = `/studios/${studio_id}/clients/${client_id}/message-files`
  const response: unknown = await uploadAsUser(path, file, onProgress, 'POST', {
    key,
    ...(project_id && { project_id }),
  })
  const { id, name, size_bytes }: { id?: unknown; name?: unknown; size_bytes?: unknown } = Object(response)
  if (typeof id !== 'string' || typeof name !== 'string' || typeof size_bytes !== 'number')
    throw createConnectionError()
  return { id, name, size_bytes }
}

/** Removes a file that was not sent. If that fails, the server deletes it after a day. */
export const deleteFile = ({ studio_id }: ConversationKey, id: string) =>
  client.conversations.deleteFile({ studio_id, id }).catch(() => null)

export const useUpdateBlock = () =>
  useAction({
    send: client.conversations.updateBlock,
    done: ({ blocked }) => (blocked ? 'Messages blocked' : 'You receive messages again'),
    failed: 'Failed to change the block',
    refresh: conversationsKey,
  })

export const useReadConversation = () => useAction({ send: client.conversations.read, refresh: conversationsKey })
