import { renderToReadableStream } from 'react-dom/server'
import { type EntryContext, ServerRouter } from 'react-router'
import { PrerenderContext } from './lib/page/prerender-context.ts'

/**
 * Renders a page at build time, after all its data has loaded. React Router's default entry waits only for crawlers and
 * needs two more packages.
 */
export default async function renderPage(request: Request, status: number, headers: Headers, page: EntryContext) {
  const body = await renderToReadableStream(
    <PrerenderContext value={page}>
      <ServerRouter context={page} url={request.url} />
    </PrerenderContext>,
  )
  await body.allReady
  headers.set('content-type', 'text/html')
  return new Response(body, { status, headers })
}
