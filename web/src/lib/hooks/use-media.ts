import { useCallback, useSyncExternalStore } from 'react'

/** Whether a media query matches. Always false during prerendering. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', onChange)
      return () => media.removeEventListener('change', onChange)
    },
    [query],
  )
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => false,
  )
}

/** Spec section 9: under 768 px. */
export const useIsPhone = () => useMedia('(max-width: 767px)')
