import { useCallback, useSyncExternalStore } from 'react'

/** The spec's breakpoint: under 768 px, tables become cards, dialogs sheets, and the sidebar a drawer. */
export const phoneQuery = '(max-width: 767px)'

/** Whether a media query matches; false during prerendering. */
export function useMediaQuery(media: string) {
  const subscribe = useCallback(
    (changed: () => void) => {
      const query = window.matchMedia(media)
      query.addEventListener('change', changed)
      return () => query.removeEventListener('change', changed)
    },
    [media],
  )
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(media).matches,
    () => false,
  )
}

/** Whether the viewport is narrow; false during prerendering. */
export const useIsPhone = () => useMediaQuery(phoneQuery)
