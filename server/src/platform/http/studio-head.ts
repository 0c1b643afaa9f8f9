/** The data in the head of a studio's page. */
export type StudioHead = {
  title: string
  description: string
  /** The address that search engines should list. */
  canonical: string
  /** The name of the studio, for link previews. */
  site_name: string
  brand_css: string
  favicon_url: string | null
  logo_url: string | null
  /** The manifest and icon with which the page can be installed as an app. */
  app?: { manifest: string; icon: string }
  /** The picture of link previews. Width and height are pixels. */
  picture: { url: string; width: number; height: number }
  /** Asks search engines not to list the page. */
  is_unlisted: boolean
  /** schema.org properties of the business, for search engines. */
  business?: Record<string, unknown>
  /** Addresses of further scripts. */
  scripts?: string[]
}

/** Renders the head of a studio's page except its title. Its elements override the product's, which come before them. */
export function renderHead(head: StudioHead): string {
  const links = [
    `<link rel="stylesheet" href="${escapeHtml(head.brand_css)}" data-brand>`,
    head.favicon_url && `<link rel="icon" href="${escapeHtml(head.favicon_url)}" data-brand>`,
    head.app && `<link rel="manifest" href="${escapeHtml(head.app.manifest)}">`,
    head.app && `<link rel="apple-touch-icon" href="${escapeHtml(head.app.icon)}">`,
    head.logo_url && `<link rel="preload" as="image" href="${escapeHtml(head.logo_url)}">`,
    head.is_unlisted && '<meta name="robots" content="noindex">',
    head.business && renderBusiness(head.business),
  ]
  const scripts = (head.scripts ?? []).map((src) => `<script src="${escapeHtml(src)}" async defer></script>`)
  return [...links.filter(Boolean), ...renderPreview(head), ...scripts].join('')
}

// Escaping `<` prevents the data from closing the element.
const renderBusiness = (business: Record<string, unknown>) =>
  `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', ...business }).replaceAll('<', '\\u003c')}</script>`

// Search engines and link previews read these.
function renderPreview({ title, description, canonical, site_name, picture }: StudioHead): string[] {
  const properties = {
    'og:type': 'website',
    'og:site_name': site_name,
    'og:title': title,
    'og:description': description,
    'og:url': canonical,
    'og:image': picture.url,
    'og:image:width': String(picture.width),
    'og:image:height': String(picture.height),
    'og:image:alt': site_name,
  }
  return [
    `<meta name="description" content="${escapeHtml(description)}">`,
    `<link rel="canonical" href="${escapeHtml(canonical)}">`,
    ...Object.entries(properties).map(([name, value]) => `<meta property="${name}" content="${escapeHtml(value)}">`),
    '<meta name="twitter:card" content="summary_large_image">',
  ]
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes text for use inside an element or a quoted attribute. */
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
