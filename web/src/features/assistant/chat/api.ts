import type { ChatMessage } from '@studiohub/contract/features/assistant/chat/schema.ts'
import { REPLY_DELAY_MS } from '@studiohub/contract/features/assistant/chat/words.ts'
import { type InfiniteData, infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { api, client } from '#lib/server/api.ts'
import { cursorInput, cursorPaging } from '#lib/server/pages.ts'
import { useAction } from '#lib/server/use-action.ts'

type ChatPage = Awaited<ReturnType<typeof client.chat.list>>
type ChatPages = InfiniteData<ChatPage, string | undefined>

const MESSAGES_A_PAGE = 30
/** Stands for what is on its way, until the server has given it an id. */
const ON_ITS_WAY = 'on-its-way'

const chatQuery = (project_id: string | undefined) =>
  infiniteQueryOptions(
    api.chat.list.infiniteOptions({
      input: (cursor: string | undefined) => ({
        limit: MESSAGES_A_PAGE,
        ...(project_id && { project_id }),
        ...cursorInput(cursor),
      }),
      ...cursorPaging,
    }),
  )

/** One's own conversation with the assistant, about a project or in general, the newest message last. */
export const useChat = (project_id: string | undefined) =>
  useInfiniteQuery({
    ...chatQuery(project_id),
    select: ({ pages }) => ({
      messages: pages.flatMap(({ items }) => items).reverse(),
      greeting: pages[0]?.greeting ?? '',
      speaker: pages[0]?.speaker ?? '',
    }),
  })

/** Says something: it stands in the conversation at once, and is taken back where it did not arrive. */
export function useAsk(project_id: string | undefined) {
  const queryClient = useQueryClient()
  const { queryKey } = chatQuery(project_id)
  const change = (change: (items: readonly ChatMessage[]) => ChatMessage[]) =>
    queryClient.setQueryData<ChatPages>(queryKey, (kept) => {
      const [first, ...rest] = kept?.pages ?? []
      return kept && first ? { ...kept, pages: [{ ...first, items: change(first.items) }, ...rest] } : kept
    })
  const arrived = (items: readonly ChatMessage[]) => items.filter(({ id }) => id !== ON_ITS_WAY)
  return useAction({
    once: true,
    send: async ({ content }: { content: string }, options) => {
      const input = { content, ...(project_id && { project_id }) }
      // Spec section 9: an answer takes its time, however quickly it was found.
      const [said] = await Promise.all([client.chat.create(input, options), replyDelay()])
      return said
    },
    onMutate: async ({ content }) => {
      await queryClient.cancelQueries({ queryKey })
      const timestamp = new Date().toISOString()
      change((items) => [{ id: ON_ITS_WAY, role: 'user', content, timestamp }, ...arrived(items)])
    },
    onSuccess: ({ question, answer }) => {
      change((items) => [answer, question, ...arrived(items)])
    },
    onError: () => {
      change(arrived)
    },
  })
}

const replyDelay = () => new Promise((resolve) => setTimeout(resolve, REPLY_DELAY_MS))
