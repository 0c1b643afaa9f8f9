import { useSyncExternalStore } from 'react'

type StepUpRequest = { result: Promise<boolean>; resolveRequest: (confirmed: boolean) => void }

let openRequest: StepUpRequest | null = null
const listeners = new Set<() => void>()

function setOpenRequest(next: StepUpRequest | null) {
  openRequest = next
  for (const listener of listeners) listener()
}

/**
 * Asks for the second factor in a dialog over the current page. Calls at the same time share one dialog.
 * @returns whether the user confirmed it, so that the call can be repeated
 */
export function confirmWithFactor(): Promise<boolean> {
  if (openRequest) return openRequest.result
  const { promise: result, resolve } = Promise.withResolvers<boolean>()
  const resolveRequest = (confirmed: boolean) => {
    setOpenRequest(null)
    resolve(confirmed)
  }
  setOpenRequest({ result, resolveRequest })
  return result
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** The open request for the second factor, or null. */
export const useStepUpRequest = () =>
  useSyncExternalStore(
    subscribe,
    () => openRequest,
    // Prerendering: nothing to ask.
    () => null,
  )
