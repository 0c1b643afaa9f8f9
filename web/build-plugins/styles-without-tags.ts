import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const constructed = fileURLToPath(new URL('../src/lib/page/style-singleton.ts', import.meta.url))

/**
 * Keeps two libraries from writing `<style>` tags, which the content security policy refuses. Sonner writes one when it
 * is loaded: `src/styles.css` imports the same rules as a file. Radix writes one while a dialog is open: a constructed
 * stylesheet takes its place.
 */
export function stylesWithoutTags(): Plugin {
  return {
    name: 'styles-without-tags',
    enforce: 'pre',
    resolveId: (id, importer) =>
      id === './singleton' && importer?.includes('/react-style-singleton/') ? constructed : null,
    transform(code, id) {
      if (!id.includes('/sonner/dist/index.mjs')) return null
      const without = code.replace(/^__insertCSS\(".*"\);$/m, '')
      if (without === code) throw new Error('sonner no longer inserts its styles the way this plugin knows')
      return { code: without, map: null }
    },
  }
}
