import { gzipSync } from 'node:zlib'
import type { Page, Request } from '@playwright/test'
import { nextMail } from '@studiohub/testing/mailbox.ts'
import { aStudioByApi, expect, outbox, PASSWORD, signIn, signInAt, test } from './fixtures.ts'

// `npm run check -- sizes` sums up the imports of a page; this test measures what a browser really loads, lazily or
// ahead.

/** Counts the bytes of script that a page loads, compressed with gzip. */
function countScriptBytes(page: Page) {
  const scripts = new Map<string, Request>()
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.set(request.url(), request)
  })
  return async () => {
    let bytes = 0
    for (const request of [...scripts.values()])
      bytes += gzipSync((await (await request.response())?.body()) ?? '').length
    return bytes
  }
}

/** The largest number of bytes after loading, and after the first form is sent. */
const LOADED_MAX = 150_000
const AFTER_SEND_MAX = 180_000

test('a sign-in page loads little script until it is used, and a little more when its form is sent', async ({
  aBrowser,
  server,
}) => {
  const { studio, client } = await aStudioByApi(server)
  for (const path of ['/auth/login', '/auth/signup', '/auth/forgot-password', `/s/${studio.slug}/auth/login`]) {
    const page = await aBrowser({ width: 390, height: 844 })
    const weight = countScriptBytes(page)
    await page.goto(path)
    await expect(page.getByLabel('Email')).toBeEnabled()
    await page.waitForLoadState('networkidle')
    expect(await weight(), path).toBeLessThanOrEqual(LOADED_MAX)
  }
  const page = await aBrowser({ width: 390, height: 844 })
  const weight = countScriptBytes(page)
  const sent = Promise.withResolvers<void>()
  await page.route('**/auth/v1/token**', (route) => {
    sent.resolve()
    return route.abort()
  })
  await page.goto('/auth/login')
  await signIn(page, client.email, PASSWORD)
  await sent.promise
  expect(await weight(), 'at the click').toBeLessThanOrEqual(AFTER_SEND_MAX)
})

test('onboarding and the page for a new password load as little script as sign-in', async ({ aBrowser, server }) => {
  const { client } = await aStudioByApi(server)
  const arriving = await aBrowser()
  await signInAt(arriving, client.email, '/robots.txt')
  const weight = countScriptBytes(arriving)
  const requestSent = Promise.withResolvers<void>()
  const weighed = Promise.withResolvers<void>()
  await arriving.route('**/api/v1/me', async (route) => {
    requestSent.resolve()
    await weighed.promise
    await route.continue()
  })
  await arriving.goto('/auth/callback')
  await requestSent.promise
  expect(await weight(), 'the callback').toBeLessThanOrEqual(LOADED_MAX)
  weighed.resolve()
  await expect(arriving).not.toHaveURL(/callback/)

  const resetting = await aBrowser()
  await signInAt(resetting, client.email, '/robots.txt')
  const ofReset = countScriptBytes(resetting)
  await resetting.goto('/auth/reset-password')
  await expect(resetting.getByLabel('New password', { exact: true })).toBeEnabled()
  await resetting.waitForLoadState('networkidle')
  expect(await ofReset(), 'a new password').toBeLessThanOrEqual(LOADED_MAX)
})

test('an emailed link, which exchanges a code, loads as little script as sign-in', async ({ aBrowser, server }) => {
  const { client, studio } = await aStudioByApi(server)
  const page = await aBrowser({ width: 390, height: 844 })
  await page.goto(`/${studio.slug}/auth/forgot-password`)
  await page.getByLabel('Email').fill(client.email)
  await page.getByRole('button', { name: 'Send reset link' }).click()
  // The proof that this browser made the request is deleted if the answer no longer finds the page, and an email may
  // arrive first.
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  const { link } = await nextMail({ outbox }, client.email, 'password')
  await page.goto('/robots.txt')
  const weight = countScriptBytes(page)
  await page.goto(link)
  await expect(page.getByLabel('New password', { exact: true })).toBeEnabled()
  await page.waitForLoadState('networkidle')
  expect(await weight(), 'a new password by a link').toBeLessThanOrEqual(LOADED_MAX)
})
