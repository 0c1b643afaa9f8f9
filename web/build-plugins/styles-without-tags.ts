import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const replacement = fileURLToPath(new URL('../src/lib/page/style-singleton.ts', import.meta.url))

/**
 * Prevents `<style>` tags of two libraries, which the content security policy blocks. Sonner inserts one on load:
 * `src/styles.css` imports the same rules instead. Radix inserts one while a dialog is open: a constructed stylesheet
 * replaces it.
 */
export function stylesWithoutTags(): Plugin {
  return {
    name: 'styles-without-tags',
    enforce: 'pre',
    resolveId: (id, importer) =>
      id === './singleton' && importer?.includes('/react-style-singleton/') ? replacement : null,
    transform(code, id) {
      if (!id.includes('/sonner/dist/index.mjs')) return null
      const without = code.replace(/^__insertCSS\(".*"\);$/m, '')
      if (without === code) throw new Error('The sonner version changed how it inserts styles: update this plugin.')
      return { code: without, map: null }
    },
  }
}
