import { useRef } from 'react'
import { randomKey } from './random-key.ts'

/**
 * Sends a thing once: a second click sends nothing while the first is on its way, and a retry of the same thing carries
 * the same `Idempotency-Key`, so that a lost answer makes nothing twice. The next thing after a success has a new key.
 */
export function useOnce() {
  const isUnderWay = useRef(false)
  const last = useRef({ key: '', of: '' })
  return {
    /** The key to send `thing` under, or null while one is on its way. */
    begin(thing: unknown): string | null {
      if (isUnderWay.current) return null
      isUnderWay.current = true
      const of = JSON.stringify(thing)
      if (of !== last.current.of) last.current = { key: randomKey(), of }
      return last.current.key
    },
    /** To be called as `onSettled`. Only a success ends the key: after a lost answer the retry needs it again. */
    end(_answer?: unknown, error?: unknown) {
      isUnderWay.current = false
      if (!error) last.current = { key: '', of: '' }
    },
  }
}
