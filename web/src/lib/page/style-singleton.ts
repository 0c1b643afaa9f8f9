/**
 * Replaces a module of `react-style-singleton` (see `build-plugins/styles-without-tags.ts`), which Radix uses for its
 * scroll lock. The CSP rule `style-src-elem` blocks `<style>` tags but not constructed stylesheets. Same interface.
 */
export function stylesheetSingleton() {
  let users = 0
  let sheet: CSSStyleSheet | null = null
  return {
    add(css: string) {
      if (users === 0) {
        sheet = new CSSStyleSheet()
        sheet.replaceSync(css)
        document.adoptedStyleSheets.push(sheet)
      }
      users += 1
    },
    remove() {
      users -= 1
      if (users > 0) return
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
      sheet = null
    },
  }
}
