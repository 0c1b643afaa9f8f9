import Fastify from 'fastify'
import { expect, test } from 'vitest'
import type { EmailBranding, EmailContent } from './email-content.ts'
import { renderEmail } from './render-email.tsx'
import { emailPreviews } from './router.ts'
import { adminSamples } from './templates/admin-samples.ts'

test('every email has a preview with sample data and runs no script', async () => {
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
    expect(body).not.toMatch(/<script|undefined|\[object/)
    expect({ page, ...shapeOf(body) }).toEqual({
      page,
      headings: 1,
      buttons: page.endsWith('/reauthentication') ? 0 : 1,
      reasons: 1,
    })
  }
})

const countOf = (body: string, part: RegExp) => [...body.matchAll(part)].length

const shapeOf = (body: string) => ({
  headings: countOf(body, /<h1/g),
  buttons: countOf(body, /<a [^>]*class="button"/g),
  reasons: countOf(body, /You&#x27;re getting this because [^<]+[^.]\.</g),
})

const platform: EmailBranding = { name: 'StudioHub', logo_url: null, color: '#2bdeee', ink: '#000000' }

test('the text version of an email has the same parts as the HTML version, and each fact on its own line', async () => {
  const content: EmailContent = {
    sender: platform,
    subject: 'A subject',
    preview: 'A preview',
    heading: 'A heading',
    greetingName: 'Ada',
    paragraphs: ['A sentence.'],
    facts: [
      { name: 'When', text: 'Today' },
      { name: 'Where', text: 'Canal 1', link: { label: 'Open map', url: 'https://maps.example/' } },
    ],
    action: { label: 'Go', url: 'https://studios.example/' },
    footnotes: ['A note.'],
    because: 'you asked for it',
    stopLink: { label: 'Stop these emails', url: 'https://studios.example/stop' },
  }
  const { html, text } = await renderEmail(content)
  expect(text).toBe(
    [
      'A heading',
      'Hello Ada,',
      'A sentence.',
      'When: Today\nWhere: Canal 1\nOpen map: https://maps.example/',
      'Go:\nhttps://studios.example/',
      'A note.',
      "You're getting this because you asked for it.",
      'Stop these emails:\nhttps://studios.example/stop',
      '-- \nStudioHub',
    ].join('\n\n'),
  )
  for (const part of ['Hello Ada,', 'Today', 'Open map', 'A note.', 'Stop these emails']) expect(html).toContain(part)
})

test("an email begins with the sender's logo, or with its initial on its color and its name", async () => {
  const content = adminSamples(platform, platform)['test-mail'] ?? expect.unreachable()
  const headOf = async (sender: Partial<EmailBranding>) => {
    const { html } = await renderEmail({ ...content, sender: { ...platform, name: ' éclair Rooms', ...sender } })
    return html.slice(html.indexOf('class="sheet"'), html.indexOf('<h1'))
  }
  const tile = await headOf({ color: '#3b2a7a', ink: '#ffffff' })
  expect(tile).toMatch(/background-color:#3b2a7a;[^>]*>É<\/td>/)
  expect(tile).toContain('> éclair Rooms</td>')
  const logo = await headOf({ logo_url: 'https://hub.example/logo.png' })
  expect(logo).toMatch(/<img[^>]* alt=" éclair Rooms"[^>]* src="https:\/\/hub.example\/logo.png"/)
  expect(logo).not.toContain('É')
})

test('an email has colors for dark mode', async () => {
  const { html } = await renderEmail(adminSamples(platform, platform)['test-mail'] ?? expect.unreachable())
  expect(html).toContain('<meta name="color-scheme" content="light dark"/>')
  expect(html).toContain('@media (prefers-color-scheme: dark)')
  // React would escape characters of other selectors as entities, which do not work in a style sheet.
  expect(/<style>(.*?)<\/style>/s.exec(html)?.[1]).not.toContain('&')
})

test('an email shows the amount first, strikes former facts, and puts links below its button', async () => {
  const content = adminSamples(platform, platform)['test-mail'] ?? expect.unreachable()
  const { html } = await renderEmail({
    ...content,
    figure: { text: '$120', note: 'Pay by Friday' },
    facts: [
      { name: 'New time', text: '10:00 (Berlin time)', look: 'main' },
      { name: 'Old time', text: '09:00', look: 'former' },
    ],
    links: { before: 'The terms:', items: [{ label: 'Read', url: 'https://hub.example/terms' }], isBelowAction: true },
  })
  const order = ['>$120<', '>Pay by Friday<', '>10:00 (Berlin\u00a0time)<', '>09:00<', 'class="button"', 'The terms:']
  const places = order.map((part) => html.indexOf(part))
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(html).toMatch(/line-through[^>]*>09:00</)
})
