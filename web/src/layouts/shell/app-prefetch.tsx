import aheadScript from 'virtual:site/ahead'
import { useContext } from 'react'
import { useMatches } from 'react-router'
import { PrerenderContext } from '#lib/page/prerender-context.ts'

/**
 * Prefetches the app's script on a prerendered page that leads into the app.
 * @param page the id of the next route, below the layouts of this one
 */
export function AppPrefetch({ page }: { page: string }) {
  const manifest = useContext(PrerenderContext)?.manifest
  const routes = [...useMatches().map(({ id }) => id), page].map((id) => manifest?.routes[id])
  const parts = [manifest?.entry, ...routes].flatMap((part) => (part ? [part.module, ...(part.imports ?? [])] : []))
  const files = new Set([manifest?.url ?? '', ...parts])
  return <script type="module" src={aheadScript} fetchPriority="low" data-ahead={[...files].join(' ')} />
}
