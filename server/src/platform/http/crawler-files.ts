import { fail } from '@studiohub/contract/errors.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isLoopback } from '../config/values.ts'

/** Paths for programs or for signed-in people. `$` ends a path, because a studio's slug may be `studio-7`. */
const disallowedPaths = [
  '/api/',
  '/auth/v1/',
  '/functions/',
  '/internal/',
  '/super-admin',
  '/profile',
  '/client$',
  '/client/',
].concat(['studio', 'staff'].flatMap((area) => [`/${area}$`, `/${area}/`]))

/** The maximum number of addresses in one sitemap. */
const ADDRESSES_MAX = 50_000

/**
 * Serves `/robots.txt`, and `/sitemap.xml` with the addresses of our pages under `publicUrl`. On a studio's own domain there
 * is no sitemap.
 * @param options.listStudioPaths lists at most `limit` paths of studios' pages
 */
export function mountCrawlerFiles(
  app: FastifyInstance,
  options: {
    publicUrl: string
    paths: readonly string[]
    listStudioPaths: (request: FastifyRequest, limit: number) => Promise<string[]>
  },
) {
  const { publicUrl, paths, listStudioPaths } = options
  const ownHostname = new URL(publicUrl).hostname
  const isOurs = (hostname: string) => hostname.toLowerCase() === ownHostname || isLoopback(hostname)
  const lines = ['User-agent: *', ...disallowedPaths.map((path) => `Disallow: ${path}`)]
  const cacheHeaders = { 'cache-control': 'public, max-age=3600', vary: 'host' }
  app.get('/robots.txt', async ({ hostname }, reply) => {
    const all = isOurs(hostname) ? [...lines, '', `Sitemap: ${publicUrl}/sitemap.xml`] : lines
    return reply
      .headers(cacheHeaders)
      .type('text/plain; charset=utf-8')
      .send(`${all.join('\n')}\n`)
  })
  app.get('/sitemap.xml', async (request, reply) => {
    if (!isOurs(request.hostname)) fail('NOT_FOUND')
    const all = [...paths.toSorted(), ...(await listStudioPaths(request, ADDRESSES_MAX - paths.length))]
    const urls = all.map((path) => `  <url><loc>${publicUrl}${path}</loc></url>\n`)
    const text = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('')}</urlset>\n`
    return reply.headers(cacheHeaders).type('application/xml; charset=utf-8').send(text)
  })
}
