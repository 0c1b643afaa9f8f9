import { brandStylesheet } from '@studiohub/contract/features/studios/rules.ts'
import { isReservedSlug } from '@studiohub/contract/shared/slug.ts'
import type { FastifyRequest } from 'fastify'
import { type Config, isLoopback } from '../../../platform/config.ts'
import { asActor, type Caller } from '../../../platform/db/door.ts'
import { escapeHtml, type Owner } from '../../../platform/http/pages.ts'
import { resolveStudio } from '../queries.ts'

const visitor = (request: FastifyRequest): Caller => ({ session_id: null, request_id: request.id })

type Address = { slug: string | null; host: string | null }

/** Which studio a page belongs to by its path (`/{slug}`, `/s/{slug}`, `/auth/signup?studio=`), or by its domain. */
export function addressOf(url: string, host: string, ownHost: string): Address | null {
  const { pathname, searchParams } = new URL(url, 'http://page')
  const [first = '', second = ''] = pathname.split('/').slice(1)
  const hostname = host.replace(/:\d+$/, '').toLowerCase()
  if (hostname !== ownHost && !isLoopback(hostname)) return { slug: null, host: hostname }
  if (first.toLowerCase() === 's' && second) return { slug: second.toLowerCase(), host: null }
  // The browser's router takes paths in any case, so an area of ours is one in any case.
  const area = first.toLowerCase()
  const slug = area === 'auth' ? searchParams.get('studio')?.toLowerCase() : area
  return slug && !isReservedSlug(slug) ? { slug, host: null } : null
}

/** What a studio's page shows before any script has run (decisions, Styles): its sheet, title and icon. */
export async function faceOf(request: FastifyRequest, config: Config): Promise<Owner> {
  const address = addressOf(request.url, request.host, new URL(config.publicUrl).hostname)
  if (!address) return null
  const studio = await asActor(visitor(request), (tx) => resolveStudio(tx, address))
  if (!studio) return 'nobody'
  const links = [`<link rel="stylesheet" href="${studio.brand_css}" data-brand>`]
  if (studio.favicon_url) links.push(`<link rel="icon" href="${escapeHtml(studio.favicon_url)}" data-brand>`)
  if (studio.logo_url) links.push(`<link rel="preload" as="image" href="${escapeHtml(studio.logo_url)}">`)
  return { title: `<title>${escapeHtml(studio.name)}</title>`, head: links.join('') }
}

/** The text of a studio's stylesheet and the address that is its own; null where there is no such studio. */
export async function brandSheet(request: FastifyRequest, studio_id: string) {
  const studio = await asActor(visitor(request), (tx) => resolveStudio(tx, { id: studio_id }))
  return studio ? { text: brandStylesheet(studio.brand_colors, studio.fonts), path: studio.brand_css } : null
}

/** Whether a domain leads to a studio: it was proven to be the studio's own. */
export async function isStudioDomain(host: string): Promise<boolean> {
  const studio = await asActor({ session_id: null, request_id: 'host' }, (tx) => resolveStudio(tx, { host }))
  return studio !== undefined
}
