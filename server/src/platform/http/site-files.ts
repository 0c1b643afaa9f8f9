import { sep } from 'node:path'
import staticFiles from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { pageHeaders } from './headers.ts'

const YEAR_S = 365 * 24 * 3600

/** The script that shows the booking form on other websites. */
const EMBED_SCRIPT = 'embed.js'
const WORKER_SCRIPT = 'sw.js'

/** Scripts, styles and fonts, compressed or not. Browsers never show these as pages. */
const isPartOfPage = (path: string) => /\.(js|css|woff2)(\.br|\.gz)?$/.test(path)

/** Serves the files of the web build that are not pages. Hashed assets have an unlimited cache time. */
export function mountSiteFiles(app: FastifyInstance, folder: string) {
  return app.register(staticFiles, {
    root: folder,
    wildcard: true,
    index: false,
    decorateReply: false,
    cacheControl: false,
    // The build also contains compressed copies of its text files.
    preCompressed: true,
    // `pages.ts` serves the pages. This plugin serves only other files, because it would answer 403 for a folder.
    allowedPath: (path) => !path.endsWith('.html') && !path.endsWith('/'),
    setHeaders(reply, path) {
      const isHashed = path.includes(`${sep}assets${sep}`)
      reply.header('cache-control', isHashed ? `public, max-age=${YEAR_S}, immutable` : 'public, max-age=3600')
      reply.header('vary', 'accept-encoding')
      if (path.endsWith(`${sep}${EMBED_SCRIPT}`)) reply.header('cross-origin-resource-policy', 'cross-origin')
      if (path.endsWith(`${sep}${WORKER_SCRIPT}`)) {
        // The policy of the worker's own requests: it passes requests on to the server, and loads nothing else.
        reply.header('content-security-policy', "default-src 'none'; connect-src 'self'")
        reply.header('cache-control', 'no-cache')
      }
      if (isHashed && isPartOfPage(path)) for (const name of pageHeaders) reply.removeHeader(name)
    },
  })
}
