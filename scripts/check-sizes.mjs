/**
 * What a browser must fetch before a page can be used, compressed, for the pages that matter most. It reads the route
 * manifest of the built web: the entry, the page's own modules and those of every layout around it, and the styles. Of
 * the public pages, which do not hydrate, it reads the HTML: their scripts are all that they name.
 */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** Ceilings in bytes (gzip) by route id. */
export const budgets = { 'auth-login': 260_000 }

/** Ceiling in bytes (gzip) for the scripts of a page that was written at build time. */
export const publicBudget = 3_000

/** The written pages that hydrate all the same, and the shell of the app. */
const hydrating = new Set(['partner/index.html', '__spa-fallback.html'])

const client = 'web/build/client'

/** @returns the compressed bytes of everything that the page `id` loads first, or undefined when there is no such page */
export function firstLoad(base, id) {
  const [file] = globSync('assets/manifest-*.js', { cwd: join(base, client) })
  if (!file) return undefined
  const { entry, routes } = JSON.parse(readFileSync(join(base, client, file), 'utf8').replace(/^[^=]*=|;\s*$/g, ''))
  const assets = new Set([`/${file}`, entry.module, ...entry.imports, ...entry.css])
  if (!routes[id]) return undefined
  for (let route = routes[id]; route; route = routes[route.parentId]) {
    for (const path of [route.module, ...(route.imports ?? []), ...(route.css ?? [])]) assets.add(path)
  }
  return [...assets].reduce((sum, path) => sum + gzipSync(readFileSync(join(base, client, path))).length, 0)
}

/** @returns a finding for every page over its ceiling */
export function checkSizes(base) {
  if (!existsSync(join(base, client))) return [{ file: client, message: 'is not built: run `npm run build`' }]
  const findings = []
  for (const [id, ceiling] of Object.entries(budgets)) {
    const bytes = firstLoad(base, id)
    if (bytes === undefined)
      findings.push({ file: 'web/src/routes.ts', message: `has no route '${id}', which has a ceiling` })
    else if (bytes > ceiling)
      findings.push({ file: client, message: `${id} loads ${kB(bytes)} first, at most ${kB(ceiling)}` })
  }
  return [...findings, ...publicPages(base)]
}

function publicPages(base) {
  const pages = globSync('**/*.html', { cwd: join(base, client) }).filter((page) => !hydrating.has(page))
  return pages.flatMap((page) => {
    const html = readFileSync(join(base, client, page), 'utf8')
    if (html.includes('__reactRouterContext'))
      return [{ file: client, message: `${page} hydrates; see lib/page-handle.ts` }]
    const scripts = [...html.matchAll(/<script[^>]* src="([^"]+)"/g)].map(([, path]) => path)
    const bytes = scripts.reduce((sum, path) => sum + gzipSync(readFileSync(join(base, client, path))).length, 0)
    if (bytes <= publicBudget) return []
    return [{ file: client, message: `${page} loads ${kB(bytes)} of script, at most ${kB(publicBudget)}` }]
  })
}

const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`
