const brandSheetSelector = 'link[rel="stylesheet"][href^="/brand/"]'

/**
 * Applies a studio's stylesheet; null removes it. The server links it in the HTML, and this replaces it when the user
 * switches studios without a page load. The old sheet is removed after the new one has loaded, so the default colors never
 * flash.
 */
export function applyBrand(href: string | null, favicon: string | null) {
  const current = [...document.head.querySelectorAll<HTMLLinkElement>(brandSheetSelector)]
  applyFavicon(favicon)
  const removeCurrent = () => {
    for (const link of current) link.remove()
  }
  if (href === null) return removeCurrent()
  if (current.some((link) => link.getAttribute('href') === href)) return
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = href
  link.addEventListener('load', removeCurrent, { once: true })
  document.head.append(link)
}

function applyFavicon(favicon: string | null) {
  const href = favicon ?? '/favicon.svg'
  const current = document.head.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (current?.getAttribute('href') === href) return
  const link = current ?? document.createElement('link')
  link.rel = 'icon'
  link.href = href
  document.head.append(link)
}
