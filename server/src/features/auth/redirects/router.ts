import type { FastifyReply } from 'fastify'
import { domainPagePolicy, renderDomainPage } from '#platform/http/domain-page.ts'
import type { Redirection } from './rules.ts'

/** Redirects a browser. If a code goes to a studio's domain, our page first shows the domain and asks for a click. */
export function sendRedirect(reply: FastifyReply, redirection: Redirection & { status: 302 | 303 }) {
  reply.header('referrer-policy', 'no-referrer')
  const { needsClick, location, status } = redirection
  if (!needsClick) return reply.redirect(location, status)
  reply.header('content-security-policy', domainPagePolicy).type('text/html; charset=utf-8')
  return reply.send(renderDomainPage({ location, ...needsClick }))
}
