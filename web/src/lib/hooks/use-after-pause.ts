import { useEffect, useRef } from 'react'

const PAUSE_MS = 250

/** Does a thing when nobody has asked for another one for a moment, so that not every letter asks the server. */
export function useAfterPause() {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return (work: () => void) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(work, PAUSE_MS)
  }
}
