import type { FastifyPluginAsync } from 'fastify'
import { getUnsubscription, unsubscribe } from './service.ts'

const PATH = '/:studio_id/:client_id/:mac'
const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none';style-src-attr 'unsafe-inline';form-action 'self';frame-ancestors 'none';base-uri 'none'",
}
const bodyStyle =
  'font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:4rem auto;padding:0 1rem;color:#1b2028;background:#fff'
const buttonStyle =
  'font:inherit;font-weight:600;min-height:44px;padding:0 20px;border:0;border-radius:8px;background:#0f6f7c;color:#fff'

/**
 * The link with which clients stop emails after sessions, and reminders if they have no account. `GET` only shows a button,
 * because link scanners open every link. `POST` stops the emails, from the page or from a mail program (RFC 8058).
 */
export const unsubscribeRoutes: FastifyPluginAsync = async (app) => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 4_096 }, async () => null)
  app.get(PATH, async (request, reply) => {
    request.operation = 'emails.getUnsubscription'
    const { studio_name, has_account, is_on } = await getUnsubscription(request.params)
    const name = escapeHtml(studio_name)
    const content = is_on
      ? `<p>${has_account ? `${name} writes to you after your sessions.` : `${name} reminds you of your sessions and writes to you after them.`} Emails about changes of your bookings are not affected.</p><form method="post"><button style="${buttonStyle}">Stop these emails</button></form>`
      : stoppedText(name, has_account)
    return reply.headers(pageHeaders).send(pageOf(content, has_account))
  })
  app.post(PATH, async (request, reply) => {
    request.operation = 'emails.unsubscribe'
    const { studio_name, has_account } = await unsubscribe(request.params, request.id)
    return reply.headers(pageHeaders).send(pageOf(stoppedText(escapeHtml(studio_name), has_account), has_account))
  })
}

const stoppedText = (name: string, has_account: boolean) =>
  has_account
    ? `<p>${name} no longer writes to you after your sessions.</p>`
    : `<p>${name} no longer reminds you of your sessions, and no longer writes to you after them. You still hear when a booking changes.</p>`

const titleOf = (has_account: boolean) =>
  has_account ? 'Emails after sessions' : 'Reminders and emails after sessions'

const pageOf = (content: string, has_account: boolean) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${titleOf(has_account)}</title><body style="${bodyStyle}"><main><h1 style="font-size:22px">${titleOf(has_account)}</h1>${content}</main></body></html>`

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
