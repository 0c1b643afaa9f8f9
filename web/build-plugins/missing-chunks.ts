import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const ours = fileURLToPath(new URL('../src/lib/page/route-module.ts', import.meta.url))

/**
 * Puts `src/lib/page/route-module.ts` in the place of the router's own loading of a screen's code. The router's answers every
 * failure by loading the page again, in an endless circle where the file stays away or the network does.
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
      throw new Error('the router no longer loads the code of screens the way this plugin knows')
    },
  }
}
