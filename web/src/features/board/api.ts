import { type Wish, withMoved } from '@studiohub/contract/features/board/rules.ts'
import type { Card, CardMove, CardWithHistory } from '@studiohub/contract/features/board/schema.ts'
import { phaseLabels } from '@studiohub/contract/features/projects/words.ts'
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, client } from '#lib/server/api.ts'
import { everyPage } from '#lib/server/every-page.ts'
import { useLive } from '#lib/server/live.ts'
import { drawAtOnce } from '#lib/server/query-client.ts'
import { uploadAsPerson } from '#lib/server/upload.ts'

const boardKey = api.board.key()
const boardQuery = () => api.board.list.queryOptions({ input: {} })
const cardQuery = (id: string) => api.board.get.queryOptions({ input: { id } })

/** Keeps the board as it is in the database, whoever moves what. */
export const useLiveBoard = () => useLive('cards', boardKey)

export const useBoard = () =>
  useQuery({ ...boardQuery(), select: ({ items }) => items, meta: { failed: 'Failed to load board data' } })

export const useCard = (id: string) => useQuery(cardQuery(id))

/** What is known of a card at once, from the board that it is opened on. */
export const useKnownCard = (id: string) => {
  const { data: card } = useCard(id)
  const { data: board } = useBoard()
  return card ?? board?.find((one) => one.id === id)
}

/**
 * Moves a card: on the screen at once, back where the server refuses, and then the board is read again (spec section 4).
 * One move goes after the other, each with the edition that the answer before it brought.
 */
export function useMoveCard() {
  const queryClient = useQueryClient()
  const { queryKey } = boardQuery()
  return useMutation({
    scope: { id: 'move-card' },
    mutationFn: ({ card, phase, before_id }: Wish) => {
      const now = queryClient.getQueryData(queryKey)?.items.find(({ id }) => id === card.id)
      const move: CardMove = { phase, before_id, ...(now && { version: now.version }) }
      return client.board.move({ id: card.id, ...move })
    },
    onMutate: async (wish) => {
      await queryClient.cancelQueries({ queryKey })
      const before = queryClient.getQueryData(queryKey)
      if (before) drawAtOnce(() => queryClient.setQueryData(queryKey, { items: withMoved(before.items, wish) }))
      return { before }
    },
    onSuccess: (card) => writeCard(queryClient, card),
    onError: (_error, _wish, result) => {
      if (result?.before) queryClient.setQueryData(queryKey, result.before)
      return queryClient.invalidateQueries({ queryKey })
    },
    meta: { done: (card, wish) => sayMoved(card, wish), failed: 'Failed to move card' },
  })
}

const isWish = (value: unknown): value is Wish => typeof value === 'object' && value !== null && 'card' in value

/** Within its column a card only changes its place, of which nobody need be told. */
function sayMoved(_card: unknown, wish: unknown) {
  if (!isWish(wish) || wish.card.phase === wish.phase) return null
  return { title: 'Card moved', description: `Moved to ${phaseLabels[wish.phase]}` }
}

function writeCard(queryClient: QueryClient, card: Card) {
  queryClient.setQueryData(
    boardQuery().queryKey,
    (board) => board && { items: board.items.map((one) => (one.id === card.id ? card : one)) },
  )
  void queryClient.invalidateQueries({ queryKey: cardQuery(card.id).queryKey })
}

type NewCardCall = { card: Parameters<typeof client.board.create>[0]; idempotencyKey: string }

export const useCreateCard = () =>
  useMutation({
    mutationFn: ({ card, idempotencyKey }: NewCardCall) => client.board.create(card, { context: { idempotencyKey } }),
    meta: { done: 'Card created', failed: 'Failed to create card', refresh: boardKey },
  })

export function useUpdateCard() {
  const queryClient = useQueryClient()
  return useMutation(
    api.board.update.mutationOptions({
      onSuccess: (card) => writeCard(queryClient, card),
      onError: () => queryClient.invalidateQueries({ queryKey: boardKey }),
      meta: { done: 'Card updated', failed: 'Failed to update card' },
    }),
  )
}

/** Takes a card away; it is gone from the screen at once and back where that is refused. */
export function useDeleteCard() {
  const queryClient = useQueryClient()
  const { queryKey } = boardQuery()
  return useMutation(
    api.board.delete.mutationOptions({
      onMutate: ({ id }) => {
        const before = queryClient.getQueryData(queryKey)
        if (before) queryClient.setQueryData(queryKey, { items: before.items.filter((card) => card.id !== id) })
        return { before }
      },
      onError: (_error, _sent, result) => {
        if (result?.before) queryClient.setQueryData(queryKey, result.before)
        return queryClient.invalidateQueries({ queryKey })
      },
      meta: { done: 'Card deleted', failed: 'Failed to delete card' },
    }),
  )
}

/** The example of a board that never had a card. */
export function useSample() {
  const queryClient = useQueryClient()
  const readAgain = () =>
    Promise.all([boardKey, api.projects.key()].map((queryKey) => queryClient.invalidateQueries({ queryKey })))
  const create = useMutation({
    mutationFn: () => client.board.createSample(),
    onSuccess: ({ created }) => (created ? readAgain() : undefined),
    meta: { failed: 'Failed to create sample data' },
  })
  const remove = useMutation({
    mutationFn: () => client.board.deleteSample(),
    onSuccess: readAgain,
    meta: { done: 'Example cleared away', failed: 'Failed to clear the example away' },
  })
  return { create, remove }
}

export const useComments = (id: string) =>
  useQuery({
    queryKey: [...api.board.listComments.key(), 'whole', id],
    queryFn: () => everyPage((page) => client.board.listComments({ id, ...page })),
  })

export const usePeopleOfCard = (id: string) =>
  useQuery({ ...api.board.listPeople.queryOptions({ input: { id } }), select: ({ items }) => items })

export const useCreateComment = () =>
  useMutation(
    api.board.createComment.mutationOptions({ meta: { failed: 'Failed to send comment', refresh: boardKey } }),
  )

export const useDeleteComment = () =>
  useMutation(
    api.board.deleteComment.mutationOptions({ meta: { failed: 'Failed to delete comment', refresh: boardKey } }),
  )

export const useFiles = (id: string) =>
  useQuery({ ...api.board.listFiles.queryOptions({ input: { id } }), select: ({ items }) => items })

type Upload = { card: Pick<CardWithHistory, 'id'>; file: File; onProgress: (done: number) => void }

/** Lays a file on a card, and says how much of it is over. */
export const useUploadFile = () =>
  useMutation({
    mutationFn: ({ card, file, onProgress }: Upload) =>
      uploadAsPerson(`/cards/${card.id}/files`, file, onProgress, 'POST'),
    meta: { done: 'Upload successful', failed: 'Upload failed', refresh: boardKey },
  })

export const useDeleteFile = () =>
  useMutation(
    api.board.deleteFile.mutationOptions({
      meta: { done: 'File removed', failed: 'Delete failed', refresh: boardKey },
    }),
  )
