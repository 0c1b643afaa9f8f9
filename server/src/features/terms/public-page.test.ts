import { aBooking } from '@studiohub/testing/bookings.ts'
import { aProvenDomain } from '@studiohub/testing/domains.ts'
import { callAs } from '@studiohub/testing/http.ts'
import { nextMail } from '@studiohub/testing/mailbox.ts'
import { aStudio, type StudioOfTest } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { originAt } from '#platform/hosts/hosts.ts'
import { readStudioPage } from '../studios/branding/service.ts'
import { readStudioTexts } from './page-service.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const publicUrl = 'https://studios.example'
const pageAt = (url: string, host = 'studios.example') =>
  readStudioPage({ url, host, id: 'test' }, { config: { publicUrl }, now: new Date(), readLegalTexts: readStudioTexts })
const publish = ({ admin, studio }: StudioOfTest, text: string) => admin.post(`/studios/${studio.id}/terms`, { text })
const linksOf = async ({ studio }: StudioOfTest) =>
  (await callAs(server.url, null).get(`/public/legal-texts?slug=${studio.slug}`)).body.kinds

test('everybody reads the current version, and no older one', async () => {
  const own = await aStudio(server)
  const url = `/s/${own.studio.slug}/terms`
  expect(await pageAt(url)).toBe('not_found')
  expect(await linksOf(own)).toEqual([])
  await publish(own, 'Be late.')
  const { id } = (await publish(own, 'Be **early**.')).body
  expect(await linksOf(own)).toEqual(['terms'])
  expect(await pageAt(url)).toMatchObject({
    head: { title: `Terms - ${own.studio.name}`, canonical: `${publicUrl}${url}` },
    legal: {
      values: { has_terms: true, has_imprint: false, legal_title: 'Terms' },
      terms_html: '<p>Be <strong>early</strong>.</p>',
    },
  })
  expect(await pageAt(url)).toMatchObject({
    legal: { values: { legal_version: expect.stringMatching(/^Version 2, published on \w+ \d+, \d{4}$/) } },
  })
  expect(await pageAt(`/s/${own.studio.slug}`)).toMatchObject({ legal: { values: { has_terms: true } } })
  await own.admin.post(`/terms/${id}/end`)
  expect(await pageAt(url)).toBe('not_found')
  expect(await linksOf(own)).toEqual([])
})

test('the terms of a closed studio, and of another one, are not shown', async () => {
  const [own, other] = [await aStudio(server), await aStudio(server)]
  await publish(own, 'Be kind.')
  expect(await pageAt(`/s/${other.studio.slug}/terms`)).toBe('not_found')
  expect(await pageAt(`/s/${own.studio.slug}/terms`)).toMatchObject({ legal: { terms_html: '<p>Be kind.</p>' } })
  await own.admin.patch(`/studios/${own.studio.id}`, { is_active: false })
  expect(await pageAt(`/s/${own.studio.slug}/terms`)).toBe('not_found')
  expect(await linksOf(own)).toEqual([])
})

test("they are on a studio's own domain, and its email links to them there", async () => {
  const own = await aStudio(server)
  await publish(own, 'Be kind.')
  const host = await aProvenDomain(own.studio.id)
  expect(await pageAt('/terms', host)).toMatchObject({
    head: { canonical: `${originAt(host)}/terms` },
    legal: { terms_html: '<p>Be kind.</p>' },
  })
  expect(await pageAt(`/s/${own.studio.slug}/terms`, host)).toMatchObject({ legal: { terms_html: '<p>Be kind.</p>' } })
  await aBooking(own.admin, own.studio.id, new Date().toISOString().slice(0, 10), { client_id: own.client.id })
  const { text } = await nextMail(server, own.client.email, 'is booked')
  expect(text).toContain(`${originAt(host)}/terms\n`)
})

test('a text keeps its headings, lists and links, and nothing of it becomes HTML', async () => {
  const own = await aStudio(server)
  await publish(own, '# Rules & <b>more</b>\nOne\nTwo\n\n- a\n- *b*\n\n3. [site](https://x.example/?a=1&b="2")')
  expect(await pageAt(`/s/${own.studio.slug}/terms`)).toMatchObject({
    legal: {
      terms_html:
        '<h2>Rules &amp; &lt;b&gt;more&lt;/b&gt;</h2><p>One<br>Two</p><ul><li>a</li><li><em>b</em></li></ul>' +
        '<ol start="3"><li><a href="https://x.example/?a=1&amp;b=&quot;2&quot;" rel="noopener noreferrer">site</a></li></ol>',
    },
  })
})
