import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** Files of react-router in `lib/`, and the module that replaces each in the browser. */
const replacements: Record<string, string> = {
  // The router reloads the page when a file is missing, which loops forever if the file or the network stays missing.
  'dom/ssr/routeModules.js': fileURLToPath(new URL('../src/lib/page/route-module.ts', import.meta.url)),
  // All routes are known from the start, and no server runs loaders: 5 kB less for every page that loads the app.
  'dom/ssr/fog-of-war.js': fileURLToPath(new URL('../src/lib/page/route-discovery.ts', import.meta.url)),
  'dom/ssr/single-fetch.js': fileURLToPath(new URL('../src/lib/page/route-data.ts', import.meta.url)),
  'router/instrumentation.js': fileURLToPath(new URL('../src/lib/page/route-instrumentation.ts', import.meta.url)),
}

// The router's code for servers is part of its package, but not of the browser's files.
const fromBrowserCode = (importer: string) =>
  /\/react-router\/dist\/[^?]*$/.test(importer) && !/\/(server-runtime|rsc)\//.test(importer)

/** Replaces parts of react-router in the browser by the little that this product needs of them. */
export function routerParts(): Plugin {
  const replaced = new Set<string>()
  return {
    name: 'router-parts',
    enforce: 'pre',
    resolveId(id, importer) {
      if (this.environment.name !== 'client' || !importer || !fromBrowserCode(importer)) return null
      const file = id.startsWith('.') ? new URL(id, `file://${importer}`).pathname : ''
      const part = Object.keys(replacements).find((path) => file.endsWith(`/lib/${path}`))
      if (!part) return null
      replaced.add(part)
      return replacements[part]
    },
    buildEnd(error) {
      if (error || this.environment.name !== 'client' || this.environment.mode !== 'build') return
      const missing = Object.keys(replacements).filter((part) => !replaced.has(part))
      if (missing.length > 0) throw new Error(`react-router no longer has ${missing.join(', ')}: update this plugin.`)
    },
  }
}
