/**
 * Stands in for a module of `react-style-singleton` (see `build-plugins/styles-without-tags.ts`), through which Radix
 * locks scrolling: a constructed stylesheet is not subject to `style-src-elem`, a `<style>` tag is. Same calls, same
 * meaning.
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
