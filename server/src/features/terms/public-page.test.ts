import { aBooking } from '@studiohub/testing/bookings.ts'
import { aProvenDomain } from '@studiohub/testing/domains.ts'
import { callAs } from '@studiohub/testing/http.ts'
import { nextMail } from '@studiohub/testing/mailbox.ts'
import { aStudio, type StudioOfTest } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildStudioOrigin } from '#platform/hosts/hosts.ts'
import { renderTerms } from '#platform/http/render-terms.ts'
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
const termsAt = async (url: string, host?: string) => {
  const page = await pageAt(url, host)
  return page && typeof page === 'object' && 'legal' in page ? renderTerms(page.legal?.terms ?? []) : null
}
const publish = ({ admin, studio }: StudioOfTest, text: string) => admin.post(`/studios/${studio.id}/terms`, { text })
const linksOf = async ({ studio }: StudioOfTest) =>
  (await callAs(server.url, null).get(`/public/legal-texts?slug=${studio.slug}`)).body.kinds

test("anyone can read the current version of a studio's terms, but no older one", async () => {
  const fixture = await aStudio(server)
  const url = `/s/${fixture.studio.slug}/terms`
  expect(await pageAt(url)).toBe('not_found')
  expect(await linksOf(fixture)).toEqual([])
  await publish(fixture, 'Be late.')
  const { id } = (await publish(fixture, 'Be **early**.')).body
  expect(await linksOf(fixture)).toEqual(['terms'])
  expect(await pageAt(url)).toMatchObject({
    head: { title: `Terms - ${fixture.studio.name}`, canonical: `${publicUrl}${url}` },
    legal: {
      values: { has_terms: true, has_imprint: false, legal_title: 'Terms' },
    },
  })
  expect(await termsAt(url)).toBe('<p>Be <strong>early</strong>.</p>')
  expect(await pageAt(url)).toMatchObject({
    legal: { values: { legal_version: expect.stringMatching(/^Version 2, published on \w+ \d+, \d{4}$/) } },
  })
  expect(await pageAt(`/s/${fixture.studio.slug}`)).toMatchObject({ legal: { values: { has_terms: true } } })
  await fixture.admin.post(`/terms/${id}/end`)
  expect(await pageAt(url)).toBe('not_found')
  expect(await linksOf(fixture)).toEqual([])
})

test('the page of a closed studio or of another studio does not show the terms', async () => {
  const [fixture, other] = [await aStudio(server), await aStudio(server)]
  await publish(fixture, 'Be kind.')
  expect(await pageAt(`/s/${other.studio.slug}/terms`)).toBe('not_found')
  expect(await termsAt(`/s/${fixture.studio.slug}/terms`)).toBe('<p>Be kind.</p>')
  await fixture.admin.patch(`/studios/${fixture.studio.id}`, { is_active: false })
  expect(await pageAt(`/s/${fixture.studio.slug}/terms`)).toBe('not_found')
  expect(await linksOf(fixture)).toEqual([])
})

test("terms are on the studio's own domain, and its emails link to that page", async () => {
  const fixture = await aStudio(server)
  await publish(fixture, 'Be kind.')
  const host = await aProvenDomain(fixture.studio.id)
  expect(await pageAt('/terms', host)).toMatchObject({
    head: { canonical: `${buildStudioOrigin(host)}/terms` },
  })
  expect(await termsAt('/terms', host)).toBe('<p>Be kind.</p>')
  expect(await termsAt(`/s/${fixture.studio.slug}/terms`, host)).toBe('<p>Be kind.</p>')
  await aBooking(fixture.admin, fixture.studio.id, new Date().toISOString().slice(0, 10), {
    client_id: fixture.client.id,
  })
  const { text } = await nextMail(server, fixture.client.email, 'is booked')
  expect(text).toContain(`${buildStudioOrigin(host)}/terms\n`)
})

test('headings, lists and links of a text are formatted, and HTML in it is escaped', async () => {
  const fixture = await aStudio(server)
  await publish(fixture, '# Rules & <b>more</b>\nOne\nTwo\n\n- a\n- *b*\n\n3. [site](https://x.example/?a=1&b="2")')
  expect(await termsAt(`/s/${fixture.studio.slug}/terms`)).toBe(
    '<h2>Rules &amp; &lt;b&gt;more&lt;/b&gt;</h2><p>One<br>Two</p><ul><li>a</li><li><em>b</em></li></ul>' +
      '<ol start="3"><li><a href="https://x.example/?a=1&amp;b=&quot;2&quot;" rel="noopener noreferrer">site</a></li></ol>',
  )
})
