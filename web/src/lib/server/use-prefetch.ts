import { useEffect } from 'react'

// Leaves time for the screen to load its own data first.
const SETTLED_AFTER_MS = 1500

/** Prefetches code that a later click needs. A failure is harmless: the click loads it again. */
export function usePrefetch(load: () => Promise<unknown>) {
  useEffect(() => {
    const timer = setTimeout(() => load().catch(() => {}), SETTLED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [load])
}
