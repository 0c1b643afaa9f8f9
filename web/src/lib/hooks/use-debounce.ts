import { useEffect, useRef } from 'react'

const PAUSE_MS = 250

/** Runs only the last of several calls, after a short pause, so that typing does not send a request per key. */
export function useDebounce() {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return (work: () => void) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(work, PAUSE_MS)
  }
}
