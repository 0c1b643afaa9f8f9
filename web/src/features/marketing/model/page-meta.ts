import { paths } from '#paths.ts'

/**
 * Placeholder for the product's URL in prerendered pages. The server replaces it with the configured `PUBLIC_URL`
 * (server/src/platform/http/pages.ts).
 */
export const ORIGIN = 'https://studiohub.invalid'

type PageMeta = { title: string; description: string; path: string; data?: object }

/**
 * All meta tags of a public page.
 * @param page.title without the product's name
 * @param page.data structured data (schema.org), if any
 */
export function pageMeta({ title, description, path, data }: PageMeta) {
  const fullTitle = path === paths.home ? `StudioHub - ${title}` : `${title} - StudioHub`
  const picture = `${ORIGIN}/preview.png`
  return [
    { title: fullTitle },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: ORIGIN + path },
    { property: 'og:site_name', content: 'StudioHub' },
    { property: 'og:type', content: 'website' },
    { property: 'og:title', content: fullTitle },
    { property: 'og:description', content: description },
    { property: 'og:url', content: ORIGIN + path },
    { property: 'og:image', content: picture },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: 'StudioHub: the calendar of a recording studio' },
    { name: 'twitter:card', content: 'summary_large_image' },
    { name: 'theme-color', content: '#111318', media: '(prefers-color-scheme: dark)' },
    { name: 'theme-color', content: '#f4f6f8', media: '(prefers-color-scheme: light)' },
    ...(data ? [{ 'script:ld+json': { '@context': 'https://schema.org', ...data } }] : []),
  ]
}
