import type { FastifyPluginAsync } from 'fastify'
import { getUnsubscription, unsubscribe } from './service.ts'

const PATH = '/:studio_id/:client_id/:mac'
const page = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none';style-src-attr 'unsafe-inline';form-action 'self';frame-ancestors 'none';base-uri 'none'",
}
const body =
  'font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:4rem auto;padding:0 1rem;color:#1b2028;background:#fff'
const button =
  'font:inherit;font-weight:600;min-height:44px;padding:0 20px;border:0;border-radius:8px;background:#0f6f7c;color:#fff'

/**
 * The link that ends a studio's mails after sessions. `GET` asks, since link scanners open every link; `POST` ends them, from
 * the page or from a mail program (RFC 8058).
 */
export const unsubscribeRoutes: FastifyPluginAsync = async (app) => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 4_096 }, async () => null)
  app.get(PATH, async (request, reply) => {
    request.operation = 'emails.getUnsubscription'
    const { studio_name, follow_ups } = await getUnsubscription(request.params)
    const name = escapeHtml(studio_name)
    const content = follow_ups
      ? `<p>${name} writes to you after your sessions. Emails about your bookings are not affected.</p><form method="post"><button style="${button}">Stop these emails</button></form>`
      : ended(name)
    return reply.headers(page).send(pageOf(content))
  })
  app.post(PATH, async (request, reply) => {
    request.operation = 'emails.unsubscribe'
    const { studio_name } = await unsubscribe(request.params, request.id)
    return reply.headers(page).send(pageOf(ended(escapeHtml(studio_name))))
  })
}

const ended = (name: string) => `<p>${name} no longer writes to you after your sessions.</p>`

const pageOf = (content: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>Emails after sessions</title><body style="${body}"><main><h1 style="font-size:22px">Emails after sessions</h1>${content}</main></body></html>`

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
