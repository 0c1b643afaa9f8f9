import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { emailPreviews } from './router.ts'

test('every email can be previewed with sample data, and runs no script', async () => {
  const app = Fastify()
  await app.register(emailPreviews, { prefix: '/internal/emails' })
  const list = await app.inject('/internal/emails')
  const pages = [...list.body.matchAll(/href="([^"]+)"/g)].map((match) => match[1] ?? '')
  expect(pages.length).toBeGreaterThanOrEqual(5)
  for (const page of pages) {
    const { statusCode, headers, body } = await app.inject(page)
    expect({ page, statusCode, type: headers['content-type'] }).toEqual({
      page,
      statusCode: 200,
      type: 'text/html; charset=utf-8',
    })
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(body).toContain('<h1')
    expect(body).not.toMatch(/<script|undefined|\[object/)
  }
})
