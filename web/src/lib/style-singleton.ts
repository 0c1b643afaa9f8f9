import { useEffect } from 'react'

/**
 * Stands in for the package of the same name (see `vite.config.ts`): a constructed stylesheet is not subject to
 * `style-src-elem`, a `<style>` tag is. Same functions, same meaning.
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

export function styleHookSingleton() {
  const singleton = stylesheetSingleton()
  return (styles: string) => {
    useEffect(() => {
      singleton.add(styles)
      return () => singleton.remove()
    }, [styles])
  }
}

export function styleSingleton() {
  const useStyle = styleHookSingleton()
  return function Sheet({ styles }: { styles: string }) {
    useStyle(styles)
    return null
  }
}
