/**
 * Compressed size of the scripts that a page needs. Reads the route manifest of the web build: the entry plus the
 * modules of each page and its layouts with their static imports. For public pages, which do not hydrate, it reads the
 * script tags of the HTML.
 */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** Maximum bytes (gzip) of script. */
export const sizeLimits = {
  /** Sign-in pages and the public booking times, at all their addresses. */
  signIn: 150_000,
  /** The first page of an area. */
  area: 190_000,
  /** Additional bytes of each further page of an area. */
  further: 25_000,
  /** A prerendered page. */
  written: 3_000,
}

/** Route ids of the areas' first pages. */
export const firstPages = [
  'features/dashboards/super-admin-dashboard-screen',
  'features/dashboards/studio-dashboard-screen',
  'features/dashboards/staff-dashboard-screen',
  'features/dashboards/partner-dashboard-screen',
  'slug-home',
  's-slug-projects',
  'features/profile/profile-screen',
  'features/onboarding/onboarding-screen',
]

const signInRoute = /^(auth|slug|s-slug)-(login|signup|forgot-password|reset-password|callback|confirm|book-times)$/

/** Prerendered pages that hydrate: sign-in and the app shell. */
const hydrating = /(^|\/)(auth\/login\/index|__spa-fallback)\.html$/

const client = 'web/build/client'

/** @returns the routes of the web build, and a function from a route id to the bytes of its first load */
export function readRoutes(base) {
  const [file] = globSync('assets/manifest-*.js', { cwd: join(base, client) })
  if (!file) return null
  const { entry, routes } = JSON.parse(readFileSync(join(base, client, file), 'utf8').replace(/^[^=]*=|;\s*$/g, ''))
  const sizes = new Map()
  const sizeOf = (path) => {
    if (!sizes.has(path)) sizes.set(path, gzipSync(readFileSync(join(base, client, path))).length)
    return sizes.get(path)
  }
  const firstLoad = (id) => {
    const scripts = new Set([`/${file}`, entry.module, ...entry.imports])
    for (let route = routes[id]; route; route = routes[route.parentId])
      for (const path of [route.module, ...(route.imports ?? [])]) scripts.add(path)
    return [...scripts].reduce((sum, path) => sum + sizeOf(path), 0)
  }
  return { routes, firstLoad }
}

/** @returns a finding for every page above its limit */
export function checkSizes(base) {
  const webBuild = existsSync(join(base, client)) ? readRoutes(base) : null
  if (!webBuild) return [{ file: client, message: 'is not built: run `npm run build`' }]
  return [...checkSignInPages(webBuild), ...checkAreas(webBuild), ...checkPrerenderedPages(base)]
}

function checkSignInPages({ routes, firstLoad }) {
  const ids = Object.keys(routes).filter((id) => signInRoute.test(id))
  if (ids.length === 0) return [{ file: 'web/src/routes.ts', message: 'has no sign-in page' }]
  return ids.flatMap((id) => checkLimit(id, firstLoad(id), sizeLimits.signIn, 'loads'))
}

function checkAreas({ routes, firstLoad }) {
  const pages = Object.entries(routes)
  return firstPages.flatMap((first) => {
    if (!routes[first]) return [{ file: 'web/src/routes.ts', message: `has no route '${first}', the first of an area` }]
    const start = firstLoad(first)
    const others = pages.filter(([id, { parentId }]) => id !== first && parentId === routes[first].parentId)
    return [
      ...checkLimit(first, start, sizeLimits.area, 'loads'),
      ...others.flatMap(([id]) => checkLimit(id, firstLoad(id) - start, sizeLimits.further, 'adds')),
    ]
  })
}

function checkLimit(id, bytes, limit, verb) {
  return bytes <= limit ? [] : [{ file: client, message: `${id} ${verb} ${kB(bytes)} of script, at most ${kB(limit)}` }]
}

function checkPrerenderedPages(base) {
  const pages = globSync('**/*.html', { cwd: join(base, client) }).filter((page) => !hydrating.test(page))
  return pages.flatMap((page) => {
    const html = readFileSync(join(base, client, page), 'utf8')
    if (html.includes('__reactRouterContext'))
      return [{ file: client, message: `${page} hydrates; see lib/page-handle.ts` }]
    const scripts = [...html.matchAll(/<script[^>]* src="([^"]+)"/g)].map(([, path]) => path)
    const bytes = scripts.reduce((sum, path) => sum + gzipSync(readFileSync(join(base, client, path))).length, 0)
    return checkLimit(page, bytes, sizeLimits.written, 'loads')
  })
}

const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`
