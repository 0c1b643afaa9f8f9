import type { Plugin } from 'vite'

/**
 * Removes the `<style>` tag that Sonner inserts on load, which the content security policy blocks. `src/styles.css` imports
 * the same rules instead.
 */
export function stylesWithoutTags(): Plugin {
  return {
    name: 'styles-without-tags',
    enforce: 'pre',
    transform(code, id) {
      if (!id.includes('/sonner/dist/index.mjs')) return null
      const result = code.replace(/^__insertCSS\(".*"\);$/m, '')
      if (result === code) throw new Error('The sonner version changed how it inserts styles: update this plugin.')
      return { code: result, map: null }
    },
  }
}
