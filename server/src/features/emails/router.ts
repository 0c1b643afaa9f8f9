import { fail } from '@studiohub/contract/errors.ts'
import type { FastifyPluginAsync } from 'fastify'
import { samples } from './templates/samples.ts'

// Emails contain their own styles. Everything else is blocked on this page.
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'"

/** Shows every email with sample data to developers. Mounted only if the demo is allowed. */
export const emailPreviews: FastifyPluginAsync = async (app) => {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'content-security-policy': POLICY, 'content-type': 'text/html; charset=utf-8' })
  })
  app.get('/', async () =>
    Object.entries(samples)
      .map(([name, { subject }]) => `<p><a href="/internal/emails/${name}">${subject}</a></p>`)
      .join('\n'),
  )
  app.get<{ Params: { name: string } }>('/:name', async (request) => {
    const { name } = request.params
    const content = (Object.hasOwn(samples, name) ? samples[name] : undefined) ?? fail('NOT_FOUND')
    const { renderEmail } = await import('./render-email.tsx')
    return (await renderEmail(content)).html
  })
}
