import { fail } from '@studiohub/contract/errors.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isLoopback } from '../config/values.ts'

/** What is an answer to a program, or depends on who looks; `$` ends an address, since a studio may be called `studio-7`. */
const closed = [
  '/api/',
  '/auth/v1/',
  '/functions/',
  '/internal/',
  '/super-admin',
  '/profile',
  '/client$',
  '/client/',
].concat(['studio', 'staff'].flatMap((area) => [`/${area}$`, `/${area}/`]))

/** No sitemap may name more. */
const MOST = 50_000

/**
 * What search engines ask for first: `/robots.txt`, and `/sitemap.xml` with the addresses under `publicUrl` by which our
 * pages want to be known. A studio's own domain has pages of its own and no list of ours.
 * @param options.listOthers further paths that are there at the moment, such as the pages of studios
 */
export function mountSearchFiles(
  app: FastifyInstance,
  options: {
    publicUrl: string
    paths: readonly string[]
    listOthers: (request: FastifyRequest, most: number) => Promise<string[]>
  },
) {
  const { publicUrl, paths, listOthers } = options
  const own = new URL(publicUrl).hostname
  const isOurs = (hostname: string) => hostname.toLowerCase() === own || isLoopback(hostname)
  const lines = ['User-agent: *', ...closed.map((path) => `Disallow: ${path}`)]
  const keep = { 'cache-control': 'public, max-age=3600', vary: 'host' }
  app.get('/robots.txt', async ({ hostname }, reply) => {
    const all = isOurs(hostname) ? [...lines, '', `Sitemap: ${publicUrl}/sitemap.xml`] : lines
    return reply
      .headers(keep)
      .type('text/plain; charset=utf-8')
      .send(`${all.join('\n')}\n`)
  })
  app.get('/sitemap.xml', async (request, reply) => {
    if (!isOurs(request.hostname)) fail('NOT_FOUND')
    const all = [...paths.toSorted(), ...(await listOthers(request, MOST - paths.length))]
    const urls = all.map((path) => `  <url><loc>${publicUrl}${path}</loc></url>\n`)
    const text = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('')}</urlset>\n`
    return reply.headers(keep).type('application/xml; charset=utf-8').send(text)
  })
}
