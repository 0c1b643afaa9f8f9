import type { Plugin } from 'vite'

/**
 * Takes out the call by which sonner writes a `<style>` tag when it is loaded: the content security policy refuses such
 * tags, and `src/styles.css` imports the same rules as a file.
 */
export function toastStylesFromFile(): Plugin {
  return {
    name: 'toast-styles-from-file',
    transform(code, id) {
      if (!id.includes('/sonner/dist/index.mjs')) return null
      const without = code.replace(/^__insertCSS\(".*"\);$/m, '')
      if (without === code) throw new Error('sonner no longer inserts its styles the way this plugin knows')
      return { code: without, map: null }
    },
  }
}
