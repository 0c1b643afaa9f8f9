import { useEffect, useEffectEvent } from 'react'

/**
 * Calls `run` when the user returns to this page and the browser shows it as they left it (back/forward cache). Use it to
 * reset a call that opened another website, because its button would stay busy.
 */
export function usePageReturn(run: () => void) {
  const runLatest = useEffectEvent(run)
  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && runLatest()
    window.addEventListener('pageshow', onPageShow)
    return () => window.removeEventListener('pageshow', onPageShow)
  }, [])
}
