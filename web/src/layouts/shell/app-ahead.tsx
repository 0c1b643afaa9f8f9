import aheadScript from 'virtual:site/ahead'
import { useContext } from 'react'
import { UNSAFE_FrameworkContext, useMatches } from 'react-router'

/**
 * Has the browser fetch the script of the app once it has nothing else to do, on a written page that carries none itself
 * and leads into it. @param page the id of the route it leads to, below the layouts of this one
 */
export function AppAhead({ page }: { page: string }) {
  const manifest = useContext(UNSAFE_FrameworkContext)?.manifest
  const routes = [...useMatches().map(({ id }) => id), page].map((id) => manifest?.routes[id])
  const parts = [manifest?.entry, ...routes].flatMap((part) => (part ? [part.module, ...(part.imports ?? [])] : []))
  const files = new Set([manifest?.url ?? '', ...parts])
  return <script type="module" src={aheadScript} fetchPriority="low" data-ahead={[...files].join(' ')} />
}
