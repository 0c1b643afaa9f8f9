const isBrandSheet = 'link[rel="stylesheet"][href^="/brand/"]'

/**
 * Puts a studio's stylesheet in place, or takes it away with null. The server has already linked it in the page's first
 * answer; this swaps it when the person moves between studios without loading a page. The old one goes when the new
 * one is there, so no frame shows the product's own colours.
 */
export function wearBrand(href: string | null, favicon: string | null) {
  const worn = [...document.head.querySelectorAll<HTMLLinkElement>(isBrandSheet)]
  wearFavicon(favicon)
  const takeOff = () => {
    for (const link of worn) link.remove()
  }
  if (href === null) return takeOff()
  if (worn.some((link) => link.getAttribute('href') === href)) return
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = href
  link.addEventListener('load', takeOff, { once: true })
  document.head.append(link)
}

function wearFavicon(own: string | null) {
  const href = own ?? '/favicon.svg'
  const worn = document.head.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (worn?.getAttribute('href') === href) return
  const link = worn ?? document.createElement('link')
  link.rel = 'icon'
  link.href = href
  document.head.append(link)
}
