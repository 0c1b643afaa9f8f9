import { renderToReadableStream } from 'react-dom/server'
import { type EntryContext, ServerRouter } from 'react-router'

/**
 * Writes a page at build time, which is the only time that pages are written here: whole, with all that it waits for.
 * The router's own would wait only for crawlers, and asks for two packages to know them.
 */
export default async function writePage(request: Request, status: number, headers: Headers, page: EntryContext) {
  const body = await renderToReadableStream(<ServerRouter context={page} url={request.url} />)
  await body.allReady
  headers.set('content-type', 'text/html')
  return new Response(body, { status, headers })
}
