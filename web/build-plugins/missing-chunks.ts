import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const replacement = fileURLToPath(new URL('../src/lib/page/route-module.ts', import.meta.url))

/**
 * Replaces the router's loading of route modules with `src/lib/page/route-module.ts`. The router reloads the page on
 * every failure, which loops forever if the file or the network stays missing.
 */
export function missingChunks(): Plugin {
  let isReplaced = false
  return {
    name: 'missing-chunks',
    enforce: 'pre',
    resolveId(id, importer) {
      if (!id.endsWith('/routeModules.js') || !importer?.includes('/react-router/dist/')) return null
      isReplaced = true
      return replacement
    },
    buildEnd(error) {
      if (error || this.environment.name !== 'client' || this.environment.mode !== 'build' || isReplaced) return
      throw new Error('The react-router version changed how it loads route modules: update this plugin.')
    },
  }
}
