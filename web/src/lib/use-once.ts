import { useRef } from 'react'
import { randomKey } from './random-key.ts'

/**
 * Sends a thing once, however often it is asked to: nothing while one is on its way, which a second click is quicker to
 * ask than a screen is to show, and the same thing always under the same key.
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
    /** An answer has come, whatever it is. */
    end() {
      isUnderWay.current = false
    },
  }
}
