import prefetchScript from 'virtual:site/prefetch'
import { useContext } from 'react'
import { useMatches } from 'react-router'
import { PrerenderContext } from '#lib/page/prerender-context.ts'

/**
 * Prefetches the app's script on a prerendered page from which people go on to the app.
 * @param page the id of the next route, below the layouts of this one
 */
export function AppPrefetch({ page }: { page: string }) {
  const manifest = useContext(PrerenderContext)?.manifest
  const routes = [...useMatches().map(({ id }) => id), page].map((id) => manifest?.routes[id])
  const parts = [manifest?.entry, ...routes].flatMap((part) => (part ? [part.module, ...(part.imports ?? [])] : []))
  const files = new Set([manifest?.url ?? '', ...parts])
  return <script type="module" src={prefetchScript} fetchPriority="low" data-prefetch={[...files].join(' ')} />
}
