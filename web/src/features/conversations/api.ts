import { type InfiniteData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, client } from '#lib/server/api.ts'
import { connectionError } from '#lib/server/describe-error.ts'
import { useLive } from '#lib/server/live.ts'
import { cursorInput, cursorPaging, flattenPages } from '#lib/server/pages.ts'
import { uploadAsUser } from '#lib/server/upload.ts'
import { useAction } from '#lib/server/use-action.ts'

const conversationsKey = api.conversations.key()
const ROWS_A_PAGE = 25
const MESSAGES_A_PAGE = 30
const LINKS_LAST_MS = 5 * 60_000

/** A conversation: of a client, or about one of their projects. */
export type ThreadOf = { studio_id: string; client_id: string; project_id?: string }

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
        limit: ROWS_A_PAGE,
        ...(show && { show }),
        ...cursorInput(cursor),
      }),
      ...cursorPaging,
    }),
    select: flattenPages,
  })
}

const messagesQuery = (thread: ThreadOf) =>
  api.conversations.listMessages.infiniteOptions({
    input: (cursor: string | undefined) => ({ ...thread, limit: MESSAGES_A_PAGE, ...cursorInput(cursor) }),
    ...cursorPaging,
  })

/** The messages of a conversation, newest first, and what the user may do in it. */
export function useMessages(thread: ThreadOf) {
  useLive('conversations', conversationsKey)
  return useInfiniteQuery({
    ...messagesQuery(thread),
    // The links of files work for at least ten minutes.
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some(({ files }) => files.length > 0)) ? LINKS_LAST_MS : false,
    refetchIntervalInBackground: true,
  })
}

/** A file that was uploaded for a message. */
export type SentFile = { id: string; name: string; size_bytes: number }

/** A message that has not been sent yet. Its key makes repeated attempts the same message. */
export type UnsentMessage = { key: string; body: string; files: readonly SentFile[] }

/** Sends the messages of a conversation one after another. */
export function useCreateMessage(thread: ThreadOf) {
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
      // The next refetch of the list replaces this.
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

type FileUpload = { thread: ThreadOf; key: string; file: File; onProgress: (done: number) => void }

/** Uploads a file for a message of a conversation. Repeated attempts with the same key are the same file. */
export async function uploadFile({ thread, key, file, onProgress }: FileUpload): Promise<SentFile> {
  const { studio_id, client_id, project_id } = thread
  const path = `/studios/${studio_id}/clients/${client_id}/message-files`
  const answer: unknown = await uploadAsUser(path, file, onProgress, 'POST', { key, ...(project_id && { project_id }) })
  const { id, name, size_bytes }: { id?: unknown; name?: unknown; size_bytes?: unknown } = Object(answer)
  if (typeof id !== 'string' || typeof name !== 'string' || typeof size_bytes !== 'number') throw connectionError()
  return { id, name, size_bytes }
}

/** Removes a file that was not sent. If that fails, the server deletes it after a day. */
export const deleteFile = ({ studio_id }: ThreadOf, id: string) =>
  client.conversations.deleteFile({ studio_id, id }).catch(() => null)

export const useUpdateBlock = () =>
  useAction({
    send: client.conversations.updateBlock,
    done: ({ blocked }) => (blocked ? 'Messages blocked' : 'Messages are received again'),
    failed: 'Failed to change the block',
    refresh: conversationsKey,
  })

export const useReadConversation = () => useAction({ send: client.conversations.read, refresh: conversationsKey })
