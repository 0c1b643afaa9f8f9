import {
  type MutateOptions,
  type MutationFunctionContext,
  type QueryKey,
  type UseMutationOptions,
  useMutation,
} from '@tanstack/react-query'
import { useRef } from 'react'
import { QueuedError } from '../offline/queued-error.ts'
import type { CallContext } from './api-request.ts'
import { hasCode } from './describe-error.ts'
import { randomKey } from './random-key.ts'
import { refetchQueries } from './refetch-queries.ts'
import { type ErrorToastText, showError, showSuccess, type ToastText } from './toast-texts.ts'

/** Options that `send` passes on to a call of `client`. */
export type CallOptions = { context: CallContext }

export type ActionOptions<Input, Output, Before> = Omit<
  UseMutationOptions<Output, Error, Input, Before>,
  'mutationFn' | 'meta'
> & {
  /** Sends the request: a call of `client`, or a function that passes `options` on to a call. */
  send: (input: Input, options: CallOptions, context: MutationFunctionContext) => Promise<Output>
  /**
   * For calls that create something. A second click is ignored while the first is pending. A retry with the same input uses
   * the same `Idempotency-Key`, so that nothing is created twice if a response is lost.
   */
  once?: boolean
  /** The success toast, or a function that builds it from the response. */
  done?: ToastText | ((output: Output, input: Input) => ToastText | null)
  failed?: ErrorToastText
  /** The key of the queries that the change makes outdated. `[]` means all. */
  refresh?: QueryKey
  /**
   * For changes that are safe to send later: without a connection this device stores them. Use `createOfflineQueue`
   * (lib/offline/send-or-queue.ts). It returns null for an input that cannot be sent later.
   */
  queue?: (input: Input, idempotencyKey: string) => ((send: () => Promise<Output>) => Promise<Output>) | null
}

/** The hook for every change: sends it, shows the toast, and refetches outdated queries before the caller's `onSuccess`. */
export function useAction<Output, Input = void, Before = unknown>({
  send,
  once = false,
  done,
  failed,
  refresh,
  queue,
  ...options
}: ActionOptions<Input, Output, Before>) {
  const keys = useIdempotencyKeys<Input>()
  const isSending = useRef(false)
  const mutation = useMutation<Output, Error, Input, Before>({
    ...options,
    mutationFn: (input, context) => {
      const idempotencyKey = keys.keyOf(input)
      const sendOrQueue = queue?.(input, idempotencyKey)
      if (sendOrQueue) return sendOrQueue(() => send(input, { context: { idempotencyKey } }, context))
      return send(input, { context: once ? { idempotencyKey } : {} }, context)
    },
    onSuccess: async (output, input, before, context) => {
      keys.forget()
      const toastText = typeof done === 'function' ? done(output, input) : done
      if (toastText) showSuccess(toastText)
      if (refresh) await refetchQueries(context.client, refresh)
      return options.onSuccess?.(output, input, before, context)
    },
    onError: (error, input, before, context) => {
      // A stored change is no failure: an optimistic change stays, so `options.onError`, which would undo it, is not called.
      if (error instanceof QueuedError) {
        keys.forget()
        showSuccess({ title: error.message, description: error.change.text })
        return
      }
      // If the session has ended, the browser is already opening the sign-in page, which explains it.
      if (failed && !hasCode(error, 'UNAUTHENTICATED')) showError(failed, error)
      return options.onError?.(error, input, before, context)
    },
    onSettled: (output, error, input, before, context) => {
      isSending.current = false
      return options.onSettled?.(output, error, input, before, context)
    },
  })
  const mutate = (input: Input, mutateOptions?: MutateOptions<Output, Error, Input, Before>) => {
    if (once && isSending.current) return
    isSending.current = true
    mutation.mutate(input, mutateOptions ?? {})
  }
  return { ...mutation, mutate }
}

/**
 * The idempotency key of the current input. Only a success clears it, because a retry after a lost response needs the same
 * key.
 */
function useIdempotencyKeys<Input>() {
  const last = useRef({ key: '', input: '' })
  return {
    keyOf(input: Input): string {
      const inputText = JSON.stringify(input)
      if (inputText !== last.current.input) last.current = { key: randomKey(), input: inputText }
      return last.current.key
    },
    forget() {
      last.current = { key: '', input: '' }
    },
  }
}
