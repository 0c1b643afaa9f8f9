import { computeOnce } from '@studiohub/contract/shared/compute-once.ts'
import { useEffect } from 'react'
import { isSlowOrMetered } from '../page/network.ts'

// Lets the screen load its own data first.
const SETTLED_AFTER_MS = 1500

const interactions = ['pointermove', 'pointerdown', 'keydown', 'touchstart'] as const

/** Resolves at the first interaction with the page. Nothing is prefetched before it. */
const waitForInteraction = computeOnce(
  () =>
    new Promise<void>((resolve) => {
      for (const interaction of interactions)
        window.addEventListener(interaction, () => resolve(), { once: true, capture: true, passive: true })
    }),
)

/**
 * Loads code that the user will probably need soon, after the page's own data and the first interaction. A failure is
 * harmless, because the first use loads it again.
 */
export function useDelayedLoad(load: () => Promise<unknown>) {
  useEffect(() => {
    let isUnmounted = false
    const interaction = waitForInteraction()
    const loadIfUsed = () => interaction.then(() => (isUnmounted ? undefined : load()))
    const timer = setTimeout(() => loadIfUsed().catch(() => {}), SETTLED_AFTER_MS)
    return () => {
      isUnmounted = true
      clearTimeout(timer)
    }
  }, [load])
}

/** Prefetches code that a later click probably needs, except on slow and metered connections. */
export function usePrefetch(load: () => Promise<unknown>) {
  useDelayedLoad(isSlowOrMetered() ? doNothing : load)
}

const doNothing = async () => undefined
