import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const ours = fileURLToPath(new URL('../src/lib/page/route-module.ts', import.meta.url))

/**
 * Replaces the router's loading of route modules with `src/lib/page/route-module.ts`. The router reloads the page on
 * every failure, which loops forever if the file or the network stays missing.
 */
export function missingChunks(): Plugin {
  let replaced = false
  return {
    name: 'missing-chunks',
    enforce: 'pre',
    resolveId(id, importer) {
      if (!id.endsWith('/routeModules.js') || !importer?.includes('/react-router/dist/')) return null
      replaced = true
      return ours
    },
    buildEnd(error) {
      if (error || this.environment.name !== 'client' || this.environment.mode !== 'build' || replaced) return
      throw new Error('The react-router version changed how it loads route modules: update this plugin.')
    },
  }
}
