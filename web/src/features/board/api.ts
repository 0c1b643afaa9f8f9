import { applyCardMove, type CardMoveRequest } from '@studiohub/contract/features/board/rules.ts'
import type { Card, CardMove, CardWithHistory } from '@studiohub/contract/features/board/schema.ts'
import { phaseLabels } from '@studiohub/contract/features/projects/words.ts'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, client } from '#lib/server/api.ts'
import { isNewer } from '#lib/server/is-newer.ts'
import { useLive } from '#lib/server/live.ts'
import { writeAndRenderNow } from '#lib/server/query-client.ts'
import { readAllPages } from '#lib/server/read-all-pages.ts'
import { uploadAsUser } from '#lib/server/upload.ts'
import { useAction } from '#lib/server/use-action.ts'

const boardKey = api.board.key()
const boardQuery = () => api.board.list.queryOptions({ input: {} })
const cardQuery = (id: string) => api.board.get.queryOptions({ input: { id } })

/** Refetches the board when any card changes. */
export const useLiveBoard = () => useLive('cards', boardKey)

export const useBoard = () =>
  useQuery({ ...boardQuery(), select: ({ items }) => items, meta: { failed: 'Failed to load board data' } })

export const useCard = (id: string) => useQuery(cardQuery(id))

/** A card. While it loads, the data that the board already has. */
export const useCardOnBoard = (id: string) => {
  const { data: card } = useCard(id)
  const { data: board } = useBoard()
  return card ?? board?.find((candidate) => candidate.id === id)
}

/**
 * Moves a card optimistically. On an error it moves back and the board is refetched (spec section 4). Moves are sent one
 * after another, each with the version from the previous response.
 */
export function useMoveCard() {
  const queryClient = useQueryClient()
  const { queryKey } = boardQuery()
  return useAction({
    scope: { id: 'move-card' },
    send: ({ card, phase, before_id }: CardMoveRequest) => {
      const current = queryClient.getQueryData(queryKey)?.items.find(({ id }) => id === card.id)
      const move: CardMove = { phase, before_id, ...(current && { version: current.version }) }
      return client.board.move({ id: card.id, ...move })
    },
    onMutate: async (move) => {
      await queryClient.cancelQueries({ queryKey })
      const before = queryClient.getQueryData(queryKey)
      if (before)
        writeAndRenderNow(() => queryClient.setQueryData(queryKey, { items: applyCardMove(before.items, move) }))
      return { before }
    },
    onSuccess: (card) => writeCard(queryClient, card),
    onError: (_error, _move, result) => {
      if (result?.before) queryClient.setQueryData(queryKey, result.before)
      return queryClient.invalidateQueries({ queryKey })
    },
    done: (_card, move) => createMoveToast(move),
    failed: 'Failed to move card',
  })
}

/** The toast of a move; null for moves within a column. */
const createMoveToast = ({ card, phase }: CardMoveRequest) =>
  card.phase === phase ? null : { title: 'Card moved', description: `Moved to ${phaseLabels[phase]}` }

function writeCard(queryClient: QueryClient, card: Card) {
  queryClient.setQueryData(
    boardQuery().queryKey,
    (board) =>
      board && { items: board.items.map((item) => (item.id === card.id && !isNewer(item, card) ? card : item)) },
  )
  void queryClient.invalidateQueries({ queryKey: cardQuery(card.id).queryKey })
}

export const useCreateCard = () =>
  useAction({
    send: client.board.create,
    once: true,
    done: 'Card created',
    failed: 'Failed to create card',
    refresh: boardKey,
  })

export function useUpdateCard() {
  const queryClient = useQueryClient()
  return useAction({
    send: client.board.update,
    onSuccess: (card) => writeCard(queryClient, card),
    onError: () => queryClient.invalidateQueries({ queryKey: boardKey }),
    done: 'Card updated',
    failed: 'Failed to update card',
  })
}

/** Deletes a card optimistically; reverts on an error. */
export function useDeleteCard() {
  const queryClient = useQueryClient()
  const { queryKey } = boardQuery()
  return useAction({
    send: client.board.delete,
    onMutate: ({ id }) => {
      const before = queryClient.getQueryData(queryKey)
      if (before) queryClient.setQueryData(queryKey, { items: before.items.filter((card) => card.id !== id) })
      return { before }
    },
    onError: (_error, _input, result) => {
      if (result?.before) queryClient.setQueryData(queryKey, result.before)
      return queryClient.invalidateQueries({ queryKey })
    },
    done: 'Card deleted',
    failed: 'Failed to delete card',
  })
}

/** Creates and removes the sample cards of an empty board. */
export function useSampleActions() {
  const queryClient = useQueryClient()
  const refetchBoard = () =>
    Promise.all([boardKey, api.projects.key()].map((queryKey) => queryClient.invalidateQueries({ queryKey })))
  const create = useAction({
    send: () => client.board.createSample(),
    onSuccess: ({ created }) => (created ? refetchBoard() : undefined),
    failed: 'Failed to create sample data',
  })
  const remove = useAction({
    send: () => client.board.deleteSample(),
    onSuccess: refetchBoard,
    done: 'Example removed',
    failed: 'Failed to remove the example',
  })
  return { create, remove }
}

export const useComments = (id: string) =>
  useQuery({
    queryKey: [...api.board.listComments.key(), 'whole', id],
    queryFn: () => readAllPages((page) => client.board.listComments({ id, ...page })),
  })

export const useCardPeople = (id: string) =>
  useQuery({ ...api.board.listPeople.queryOptions({ input: { id } }), select: ({ items }) => items })

export const useCreateComment = () =>
  useAction({ send: client.board.createComment, once: true, failed: 'Failed to send comment', refresh: boardKey })

export const useDeleteComment = () =>
  useAction({ send: client.board.deleteComment, failed: 'Failed to delete comment', refresh: boardKey })

export const useFiles = (id: string) =>
  useQuery({ ...api.board.listFiles.queryOptions({ input: { id } }), select: ({ items }) => items })

type Upload = { card: Pick<CardWithHistory, 'id'>; file: File; onProgress: (done: number) => void }

/** Uploads a file to a card and reports the progress. */
export const useUploadFile = () =>
  useAction({
    send: ({ card, file, onProgress }: Upload) => uploadAsUser(`/cards/${card.id}/files`, file, onProgress, 'POST'),
    done: 'Upload successful',
    failed: 'Upload failed',
    refresh: boardKey,
  })

export const useDeleteFile = () =>
  useAction({ send: client.board.deleteFile, done: 'File removed', failed: 'Delete failed', refresh: boardKey })
