import type { ChatMessage } from '@studiohub/contract/features/assistant/chat/schema.ts'
import { REPLY_DELAY_MS } from '@studiohub/contract/features/assistant/chat/words.ts'
import { readerFormats } from '@studiohub/contract/shared/formats.ts'
import { type InfiniteData, infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { api, client } from '#lib/server/api.ts'
import { cursorInput, cursorPaging } from '#lib/server/pages.ts'
import { useAction } from '#lib/server/use-action.ts'

type ChatPage = Awaited<ReturnType<typeof client.chat.list>>
type ChatPages = InfiniteData<ChatPage, string | undefined>

const MESSAGES_PER_PAGE = 30
/** Temporary id of a message until the server responds. */
const PENDING_ID = 'on-its-way'

const chatQuery = (project_id: string | undefined) =>
  infiniteQueryOptions(
    api.chat.list.infiniteOptions({
      input: (cursor: string | undefined) => ({
        limit: MESSAGES_PER_PAGE,
        ...(project_id && { project_id }),
        ...cursorInput(cursor),
      }),
      ...cursorPaging,
    }),
  )

/** The user's conversation with the assistant about a project, or in general; newest message last. */
export const useChat = (project_id: string | undefined) =>
  useInfiniteQuery({
    ...chatQuery(project_id),
    select: ({ pages }) => ({
      messages: pages.flatMap(({ items }) => items).reverse(),
      greeting: pages[0]?.greeting ?? '',
      speaker: pages[0]?.speaker ?? '',
    }),
  })

/** Sends a message and shows it at once. If the call fails, the message is removed again. */
export function useSendMessage(project_id: string | undefined) {
  const queryClient = useQueryClient()
  const { queryKey } = chatQuery(project_id)
  const changeMessages = (change: (items: readonly ChatMessage[]) => ChatMessage[]) =>
    queryClient.setQueryData<ChatPages>(queryKey, (cached) => {
      const [first, ...rest] = cached?.pages ?? []
      return cached && first ? { ...cached, pages: [{ ...first, items: change(first.items) }, ...rest] } : cached
    })
  const withoutPending = (items: readonly ChatMessage[]) => items.filter(({ id }) => id !== PENDING_ID)
  return useAction({
    once: true,
    send: async ({ content }: { content: string }, options) => {
      const input = { content, hour12: readerFormats().hour12, ...(project_id && { project_id }) }
      // Spec section 9: answers appear after a minimum delay.
      const [reply] = await Promise.all([client.chat.create(input, options), replyDelay()])
      return reply
    },
    onMutate: async ({ content }) => {
      await queryClient.cancelQueries({ queryKey })
      const timestamp = new Date().toISOString()
      changeMessages((items) => [
        { id: PENDING_ID, role: 'user', content, timestamp, starts: [] },
        ...withoutPending(items),
      ])
    },
    onSuccess: ({ question, answer }) => {
      changeMessages((items) => [answer, question, ...withoutPending(items)])
    },
    onError: () => {
      changeMessages(withoutPending)
    },
  })
}

const replyDelay = () => new Promise((resolve) => setTimeout(resolve, REPLY_DELAY_MS))
