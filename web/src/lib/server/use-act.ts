import {
  type MutateOptions,
  type MutationFunctionContext,
  type QueryKey,
  type UseMutationOptions,
  useMutation,
} from '@tanstack/react-query'
import { useRef } from 'react'
import type { CallContext } from './api.ts'
import { hasCode } from './problem.ts'
import { randomKey } from './random-key.ts'
import { readAgain } from './read-again.ts'
import { type FailedSentence, type Sentence, showDone, showFailed } from './sentences.ts'

/** What `send` passes on to a call of `client`. */
export type CallOptions = { context: CallContext }

export type ActOptions<Input, Output, Before> = Omit<
  UseMutationOptions<Output, Error, Input, Before>,
  'mutationFn' | 'meta'
> & {
  /** Sends it: a call of `client`, or a function that passes `options` on to one. */
  send: (input: Input, options: CallOptions, context: MutationFunctionContext) => Promise<Output>
  /**
   * For calls that create something: a second click sends nothing while the first is on its way, and a retry of the same
   * input carries the same `Idempotency-Key`, so that a lost answer creates nothing twice.
   */
  once?: boolean
  /** The toast when it worked; a function where the sentence depends on the answer. */
  done?: Sentence | ((output: Output, input: Input) => Sentence | null)
  failed?: FailedSentence
  /** The queries that the change makes stale. `[]`: all of them. */
  refresh?: QueryKey
}

/**
 * Everything that a person changes goes through here: it sends, shows the toast and reads again what the change made
 * stale, before the caller's own `onSuccess`.
 */
export function useAct<Output, Input = void, Before = unknown>({
  send,
  once = false,
  done,
  failed,
  refresh,
  ...options
}: ActOptions<Input, Output, Before>) {
  const keys = useKeys<Input>()
  const mutation = useMutation<Output, Error, Input, Before>({
    ...options,
    mutationFn: (input, context) =>
      send(input, { context: once ? { idempotencyKey: keys.keyOf(input) } : {} }, context),
    onSuccess: async (output, input, before, context) => {
      keys.forget()
      const sentence = typeof done === 'function' ? done(output, input) : done
      if (sentence) showDone(sentence)
      if (refresh) await readAgain(context.client, refresh)
      return options.onSuccess?.(output, input, before, context)
    },
    onError: (error, input, before, context) => {
      // For an ended session the browser is on its way to the sign-in page, which says so.
      if (failed && !hasCode(error, 'UNAUTHENTICATED')) showFailed(failed, error)
      return options.onError?.(error, input, before, context)
    },
    onSettled: (output, error, input, before, context) => {
      keys.isSending.current = false
      return options.onSettled?.(output, error, input, before, context)
    },
  })
  const mutate = (input: Input, after?: MutateOptions<Output, Error, Input, Before>) => {
    if (once && keys.isSending.current) return
    keys.isSending.current = true
    mutation.mutate(input, after ?? {})
  }
  return { ...mutation, mutate }
}

/** The idempotency key of what is being sent. Only a success ends it: after a lost answer the retry needs it again. */
function useKeys<Input>() {
  const isSending = useRef(false)
  const last = useRef({ key: '', of: '' })
  return {
    isSending,
    keyOf(input: Input): string {
      const of = JSON.stringify(input)
      if (of !== last.current.of) last.current = { key: randomKey(), of }
      return last.current.key
    },
    forget() {
      last.current = { key: '', of: '' }
    },
  }
}
