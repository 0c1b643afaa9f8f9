import { useEffect } from 'react'

// Long enough for the screen itself to be there with what it asked for.
const SETTLED_AFTER_MS = 1500

/**
 * Fetches the code of what a click will open once the screen stands, so that the click is answered at once. Where it
 * fails nothing is lost: the click asks for it again.
 */
export function useFetchAhead(load: () => Promise<unknown>) {
  useEffect(() => {
    const timer = setTimeout(() => load().catch(() => {}), SETTLED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [load])
}
