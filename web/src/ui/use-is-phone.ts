import { useCallback, useSyncExternalStore } from 'react'

/** The spec's breakpoint. Under 768 px tables become cards, dialogs become sheets, and the sidebar becomes a drawer. */
export const phoneQuery = '(max-width: 767px)'

/** Whether a media query matches; false during prerendering. */
export function useMediaQuery(media: string) {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const query = window.matchMedia(media)
      query.addEventListener('change', onChange)
      return () => query.removeEventListener('change', onChange)
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
