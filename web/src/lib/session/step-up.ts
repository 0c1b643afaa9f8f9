import { useSyncExternalStore } from 'react'

type Asking = { answer: Promise<boolean>; settle: (confirmed: boolean) => void }

let asking: Asking | null = null
const listeners = new Set<() => void>()

function become(next: Asking | null) {
  asking = next
  for (const listener of listeners) listener()
}

/**
 * Asks the person for their second factor, over whatever page they are on; several refused calls share one question.
 * @returns whether they confirmed, so that the refused call may be sent again
 */
export function confirmWithFactor(): Promise<boolean> {
  if (asking) return asking.answer
  const { promise: answer, resolve } = Promise.withResolvers<boolean>()
  const settle = (confirmed: boolean) => {
    become(null)
    resolve(confirmed)
  }
  become({ answer, settle })
  return answer
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** The question that stands, or null: for the one dialog that puts it. */
export const useStepUp = () =>
  useSyncExternalStore(
    subscribe,
    () => asking,
    // At build time nobody is asked anything.
    () => null,
  )
