/**
 * What a browser must fetch before a page can be used, compressed, for the pages that matter most. It reads the route
 * manifest of the built web: the entry, the page's own modules and those of every layout around it, and the styles.
 */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** Ceilings in bytes (gzip) by route id. */
export const budgets = { 'auth-login': 260_000 }

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
  return findings
}

const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`
