import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { nextMail } from '@studiohub/testing/mailbox.ts'
import { expectNoAxeViolations } from './axe.ts'
import { anEmail, aStudioByApi, expect, linkIn, signInAt, test, toast, variant } from './fixtures.ts'

/** The blocks of HTML in the guide, as a studio copies them. */
const guide = readFileSync(join(import.meta.dirname, '../../docs/embed.md'), 'utf8')
const [scriptHtml = '', listenerHtml = ''] = [...guide.matchAll(/```html\n([\s\S]*?)```/g)].map(([, html = '']) => html)

/** The website of a studio, at another host than the product. */
async function aWebsite(body: string) {
  const html = `<!doctype html><html lang="en"><title>Our band</title><meta name=viewport content="width=device-width">
    <main><h1>Our studio</h1>${body}</main>
    <script>addEventListener('studiohub', ({ detail }) => { document.title += ' ' + detail.event })</script></html>`
  const server: Server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(html)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() }
}

const scriptOf = (server: { url: string }, attributes: string) =>
  `<script async src="${server.url}/embed.js" ${attributes}></script>`

test('a studio puts the form on its website, and a visitor books there on a phone', async ({ aBrowser, server }) => {
  const { studio, admin } = await aStudioByApi(server)
  const embedHtml = scriptHtml
    .replace('https://studiohub.example', server.url)
    .replace('"northlight"', `"${studio.slug}" data-service="recording"`)
  expect(embedHtml).not.toMatch(/studiohub\.example|northlight/)
  const website = await aWebsite(embedHtml + listenerHtml)
  const desk = await aBrowser()
  await signInAt(desk, admin.email, '/studio/settings?tab=contact')
  await desk.getByLabel('Your websites').fill(website.url)
  await expect(desk.getByRole('textbox', { name: 'Code for your website' })).toHaveValue(/embed\.js" data-studio="/)
  await desk.getByRole('button', { name: 'Save changes' }).click()
  await expect(toast(desk, 'Settings updated successfully')).toBeVisible()

  const phone = await aBrowser({ width: 390, height: 844 })
  const events: string[] = []
  phone.on('console', (message) => events.push(message.text()))
  await phone.goto(website.url)
  const form = phone.frameLocator('iframe[title="Book a session"]')
  await expect(form.getByLabel('Service')).toHaveValue('recording')
  const frame = phone.locator('iframe')
  // The frame is as high as the form, so that only the website scrolls.
  await expect.poll(async () => (await frame.boundingBox())?.height ?? 0).toBeGreaterThan(500)
  await expectNoAxeViolations(phone)
  await form.getByRole('group', { name: 'Time' }).locator('label').last().click()
  const email = anEmail('wanda')
  await form.getByLabel('Name').fill('Wanda Website')
  await form.getByLabel('Email').fill(email)
  await form.getByRole('button', { name: 'Book', exact: true }).click()
  await expect(form.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await expect(phone).toHaveTitle('Our band shown time-chosen time-held')
  const counted = ['shown', 'time-chosen', 'time-held'].map((event) => `${event} ${studio.slug}`)
  expect(events.filter((text) => text.endsWith(studio.slug))).toEqual(counted)
  const { text } = await nextMail(server, email, 'Confirm your session')
  await phone.goto(linkIn(text))
  await phone.getByRole('button', { name: 'Confirm the session' }).click()
  await expect(phone.getByRole('heading', { name: 'Your request was sent', level: 1 })).toBeVisible()
  website.close()
})

test(
  'a button opens the form in a window over the website, and loads nothing of it before',
  variant,
  async ({ aBrowser, server }) => {
    const { studio, admin } = await aStudioByApi(server)
    const website = await aWebsite(
      scriptOf(server, `data-studio="${studio.slug}" data-mode="popup" data-label="Book us"`),
    )
    expect((await admin.patch(`/studios/${studio.id}`, { websites: [website.url] })).status).toBe(200)
    const page = await aBrowser()
    const fetched: string[] = []
    page.on('request', (request) => {
      if (request.url().startsWith(server.url)) fetched.push(new URL(request.url()).pathname)
    })
    await page.goto(website.url)
    const opener = page.getByRole('button', { name: 'Book us' })
    await expect(opener).toBeVisible()
    expect(fetched).toEqual(['/embed.js'])
    await opener.click()
    const dialog = page.getByRole('dialog', { name: 'Book a session' })
    const form = dialog.frameLocator('iframe')
    await expect(form.getByRole('heading', { name: 'Book a session' })).toBeVisible()
    await expectNoAxeViolations(page)
    // Links that need an account open a new window.
    await expect(form.getByRole('link', { name: 'Sign in and book' })).toHaveAttribute('target', '_blank')
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toBeHidden()
    await expect(opener).toBeFocused()
    website.close()
  },
)

test('a website that the studio does not list shows no form', variant, async ({ browser, server }) => {
  const { studio, admin } = await aStudioByApi(server)
  expect((await admin.patch(`/studios/${studio.id}`, { websites: ['https://band.example'] })).status).toBe(200)
  const website = await aWebsite(scriptOf(server, `data-studio="${studio.slug}"`))
  const context = await browser.newContext()
  const page = await context.newPage()
  const policyError = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'))
  await page.goto(website.url)
  expect((await policyError).text()).toContain('https://band.example')
  await expect(page.frameLocator('iframe').getByRole('heading', { name: 'Book a session' })).toHaveCount(0)
  await context.close()
  website.close()
})
