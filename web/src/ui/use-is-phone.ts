import { useSyncExternalStore } from 'react'

/** The spec's breakpoint: under 768 px, tables become cards, dialogs sheets, and the sidebar a drawer. */
export const phoneQuery = '(max-width: 767px)'

function subscribe(changed: () => void) {
  const query = window.matchMedia(phoneQuery)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

/** Whether the viewport is narrow; false during prerendering. */
export const useIsPhone = () =>
  useSyncExternalStore(
    subscribe,
    () => window.matchMedia(phoneQuery).matches,
    () => false,
  )
