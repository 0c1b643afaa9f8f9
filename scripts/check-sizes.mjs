/**
 * What a browser must fetch before a page can be used, compressed. It reads the route manifest of the built web: the
 * entry, and the modules of each page and of every layout around it with all that they import statically. Of the public
 * pages, which do not hydrate, it reads the HTML: their scripts are all that they name.
 */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** Ceilings in bytes (gzip) for script. */
export const ceilings = {
  /** The pages on which one signs in, and on which visitors see when a service is free, at all of their addresses. */
  signIn: 150_000,
  /** The first page of an area. */
  area: 190_000,
  /** What each further page of an area adds to the first. */
  further: 25_000,
  /** A page that was written at build time. */
  written: 3_000,
}

/** The first pages of the areas by route id. */
export const firstPages = [
  'features/dashboards/super-admin-dashboard-screen',
  'features/dashboards/studio-dashboard-screen',
  'features/dashboards/staff-dashboard-screen',
  'features/dashboards/partner-dashboard-screen',
  'slug-home',
  's-slug-home',
  'features/profile/profile-screen',
  'features/onboarding/onboarding-screen',
]

const signIn = /^(auth|slug|s-slug)-(login|signup|forgot-password|reset-password|callback|confirm|book-times)$/

/** Written pages that hydrate all the same: where one signs in, and the shell of the app. */
const hydrating = /(^|\/)(auth\/login\/index|__spa-fallback)\.html$/

const client = 'web/build/client'

/** @returns the routes of the built web and what each of them loads first: a function from an id to its bytes */
export function readRoutes(base) {
  const [file] = globSync('assets/manifest-*.js', { cwd: join(base, client) })
  if (!file) return null
  const { entry, routes } = JSON.parse(readFileSync(join(base, client, file), 'utf8').replace(/^[^=]*=|;\s*$/g, ''))
  const known = new Map()
  const sizeOf = (path) => {
    if (!known.has(path)) known.set(path, gzipSync(readFileSync(join(base, client, path))).length)
    return known.get(path)
  }
  const firstLoad = (id) => {
    const scripts = new Set([`/${file}`, entry.module, ...entry.imports])
    for (let route = routes[id]; route; route = routes[route.parentId])
      for (const path of [route.module, ...(route.imports ?? [])]) scripts.add(path)
    return [...scripts].reduce((sum, path) => sum + sizeOf(path), 0)
  }
  return { routes, firstLoad }
}

/** @returns a finding for every page over its ceiling */
export function checkSizes(base) {
  const built = existsSync(join(base, client)) ? readRoutes(base) : null
  if (!built) return [{ file: client, message: 'is not built: run `npm run build`' }]
  return [...signInPages(built), ...areas(built), ...writtenPages(base)]
}

function signInPages({ routes, firstLoad }) {
  const ids = Object.keys(routes).filter((id) => signIn.test(id))
  if (ids.length === 0) return [{ file: 'web/src/routes.ts', message: 'has no page on which one signs in' }]
  return ids.flatMap((id) => tooHeavy(id, firstLoad(id), ceilings.signIn, 'loads'))
}

function areas({ routes, firstLoad }) {
  const pages = Object.entries(routes)
  return firstPages.flatMap((first) => {
    if (!routes[first]) return [{ file: 'web/src/routes.ts', message: `has no route '${first}', the first of an area` }]
    const start = firstLoad(first)
    const others = pages.filter(([id, { parentId }]) => id !== first && parentId === routes[first].parentId)
    return [
      ...tooHeavy(first, start, ceilings.area, 'loads'),
      ...others.flatMap(([id]) => tooHeavy(id, firstLoad(id) - start, ceilings.further, 'adds')),
    ]
  })
}

function tooHeavy(id, bytes, most, does) {
  return bytes <= most ? [] : [{ file: client, message: `${id} ${does} ${kB(bytes)} of script, at most ${kB(most)}` }]
}

function writtenPages(base) {
  const pages = globSync('**/*.html', { cwd: join(base, client) }).filter((page) => !hydrating.test(page))
  return pages.flatMap((page) => {
    const html = readFileSync(join(base, client, page), 'utf8')
    if (html.includes('__reactRouterContext'))
      return [{ file: client, message: `${page} hydrates; see lib/page-handle.ts` }]
    const scripts = [...html.matchAll(/<script[^>]* src="([^"]+)"/g)].map(([, path]) => path)
    const bytes = scripts.reduce((sum, path) => sum + gzipSync(readFileSync(join(base, client, path))).length, 0)
    return tooHeavy(page, bytes, ceilings.written, 'loads')
  })
}

const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`
