import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { mountCrawlerFiles } from './crawler-files.ts'
import { toAppError, toErrorResponse } from './errors.ts'

function anApp() {
  const app = Fastify()
  app.setErrorHandler((error, _request, reply) => reply.code(toErrorResponse(toAppError(error)).status).send())
  mountCrawlerFiles(app, {
    publicUrl: 'https://hub.example',
    paths: ['/training', '/'],
    // The limit is 50,000 minus the two paths above. A test cannot list that many, so this one cuts its three paths to two.
    listStudioPaths: async (_request, limit) => ['/north/book', '/south/book', '/west/book'].slice(0, limit - 49_996),
  })
  return app
}
const call = (url: string, host: string) => anApp().inject({ url, headers: { host } })

test('a sitemap lists the full addresses of public pages, up to the limit of a sitemap', async () => {
  const response = await call('/sitemap.xml', 'hub.example')
  expect(response.headers['content-type']).toBe('application/xml; charset=utf-8')
  expect([...response.body.matchAll(/<loc>(.*)<\/loc>/g)].map((match) => match[1])).toEqual([
    'https://hub.example/',
    'https://hub.example/training',
    'https://hub.example/north/book',
    'https://hub.example/south/book',
  ])
})

test('robots.txt excludes everything except public pages, and excludes no studio because of its slug', async () => {
  const { body } = await call('/robots.txt', 'hub.example:443')
  expect(body).toContain('Sitemap: https://hub.example/sitemap.xml')
  const rules = [...body.matchAll(/^Disallow: (.*)$/gm)].map((match) => match[1] ?? '')
  const isDisallowed = (path: string) =>
    rules.some((rule) => (rule.endsWith('$') ? `${path}$` === rule : path.startsWith(rule)))
  for (const path of ['/api/v1/me', '/studio', '/studio/bookings', '/staff', '/client', '/super-admin/studios']) {
    expect(isDisallowed(path), path).toBe(true)
  }
  for (const path of ['/', '/docs', '/partner', '/studio-x7k2p9', '/staffordshire-sound', '/northlight/auth/signup']) {
    expect(isDisallowed(path), path).toBe(false)
  }
})

test("a studio's own domain has no sitemap", async () => {
  const robots = await call('/robots.txt', 'book.northlight.example')
  expect(robots.statusCode).toBe(200)
  expect(robots.body).not.toContain('Sitemap')
  expect((await call('/sitemap.xml', 'book.northlight.example')).statusCode).toBe(404)
})
