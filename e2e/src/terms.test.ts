import { aBooking } from '@studiohub/testing/bookings.ts'
import { nextMail } from '@studiohub/testing/mailbox.ts'
import { expectNoAxeViolations } from './axe.ts'
import {
  anEmail,
  aStudioByApi,
  expect,
  linkIn,
  openBookingForm,
  outbox,
  signInAt,
  test,
  toast,
  variant,
  variantIf,
} from './fixtures.ts'

const sizes = [
  { name: 'desktop', size: { width: 1440, height: 900 } },
  { name: 'phone', size: { width: 390, height: 844 } },
]
const inDays = (days: number) => Temporal.Now.plainDateISO('UTC').add({ days }).toString()

for (const { name, size } of sizes) {
  test(
    `a studio publishes terms, and a client accepts them while booking, on the ${name}`,
    variantIf(name === 'desktop'),
    async ({ aBrowser, server }) => {
      const { studio, admin, client } = await aStudioByApi(server)
      const desk = await aBrowser(size)
      await signInAt(desk, admin.email, '/studio/settings?tab=terms')
      await expect(desk.getByText('Clients book without terms now.')).toBeVisible()
      await desk.getByLabel('Text', { exact: true }).fill('# House rules\n\nBe **on time**.\n\n- No <b>smoking</b>')
      await desk.getByRole('button', { name: 'Preview' }).click()
      await expect(desk.getByRole('heading', { name: 'House rules' })).toBeVisible()
      await expect(desk.getByText('No <b>smoking</b>')).toBeVisible()
      await desk.getByRole('button', { name: 'Publish the terms' }).click()
      await expect(toast(desk, 'Terms published')).toBeVisible()
      await expect(desk.getByRole('list', { name: 'Versions of the terms' })).toContainText('Version 1')
      await expectNoAxeViolations(desk)

      const visitor = await aBrowser(size)
      await visitor.goto(`/s/${studio.slug}`)
      await visitor.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click()
      await expect(visitor.getByRole('heading', { name: 'Terms', level: 1 })).toBeVisible()
      await expect(visitor.getByText('Version 1, published on')).toBeVisible()
      await expect(visitor.getByRole('heading', { name: 'House rules', level: 2 })).toBeVisible()
      await expect(visitor.getByText('No <b>smoking</b>')).toBeVisible()
      await expectNoAxeViolations(visitor)

      const page = await aBrowser(size)
      const form = await openBookingForm(page, { email: client.email, slug: studio.slug, day: inDays(10) })
      await form.getByRole('button', { name: 'Create Booking' }).click()
      await expect(form.getByText('Please read and accept the terms first')).toBeInViewport()
      await expect(form.getByRole('checkbox', { name: /accept the terms/ })).toBeFocused()
      await form.getByRole('button', { name: 'Read the terms' }).click()
      await expect(form.getByRole('region', { name: /^Terms of/ })).toContainText('Be on time.')
      await expectNoAxeViolations(page)
      await expect(form.getByRole('link', { name: 'terms of' })).toHaveAttribute('href', `/s/${studio.slug}/terms`)
      const box = form.getByRole('checkbox', { name: /accept the terms/ })
      await box.check()

      // A new version is published while the form is open.
      await admin.post(`/studios/${studio.id}/terms`, { text: 'Be early.' })
      await form.getByRole('button', { name: 'Create Booking' }).click()
      await expect(form.getByText('The studio has published new terms.').first()).toBeVisible()
      await expect(box).not.toBeChecked()
      await expect(form.getByRole('region', { name: /^Terms of/ })).toContainText('Be early.')
      await box.check()
      await form.getByRole('button', { name: 'Create Booking' }).click()
      await expect(toast(page, 'Booking created successfully')).toBeVisible()

      const [booking] = (await admin.get(`/studios/${studio.id}/bookings`)).body.items
      await desk.goto(`/studio/bookings?booking=${booking.id}`)
      await expect(desk.getByRole('dialog').getByText('Version 2 accepted while booking')).toBeVisible()
      await expectNoAxeViolations(desk)
    },
  )

  test(
    `a client accepts the terms of a session that the desk made, by link or on its page, on the ${name}`,
    variant,
    async ({ aBrowser, server }) => {
      const { studio, admin, client } = await aStudioByApi(server)
      await admin.post(`/studios/${studio.id}/terms`, { text: '# House rules\n\nBe on time.' })
      const input = { client_id: client.id }
      await aBooking(admin, studio.id, inDays(0), input)
      const { text } = await nextMail({ outbox }, client.email, 'is booked')
      const link = /https?:\/\/\S+(\/legal\/accept#\S+)/.exec(text)?.[1] ?? ''
      const visitor = await aBrowser(size)
      await visitor.goto(link)
      await expect(visitor.getByRole('heading', { name: 'House rules' })).toBeVisible()
      await visitor.getByRole('button', { name: 'Accept the terms' }).click()
      await expect(visitor.getByText('Please read and accept the terms first')).toBeVisible()
      await expectNoAxeViolations(visitor)
      await visitor.getByRole('checkbox').check()
      await visitor.getByRole('button', { name: 'Accept the terms' }).click()
      await expect(visitor.getByText('You accepted version 1. Thank you!')).toBeVisible()
      await visitor.reload()
      await expect(visitor.getByText('You accepted version 1. Thank you!')).toBeVisible()
      await expectNoAxeViolations(visitor)
      await visitor.goto(`${link}x`)
      await visitor.reload()
      await expect(visitor.getByText('This link does not work')).toBeVisible()

      const other = await aBooking(admin, studio.id, inDays(0), { ...input, start_time: '14:00', end_time: '15:00' })
      const desk = await aBrowser(size)
      await signInAt(desk, admin.email, `/studio/bookings?booking=${other.id}`)
      await expect(desk.getByText('Not accepted yet. The email about this session has a link.')).toBeVisible()
      const page = await aBrowser(size)
      await signInAt(page, client.email, `/${studio.slug}/bookings?booking=${other.id}`)
      const termsRegion = page.getByRole('dialog').getByRole('region', { name: 'Terms', exact: true })
      await termsRegion.getByRole('checkbox').check()
      await expectNoAxeViolations(page)
      await termsRegion.getByRole('button', { name: 'Accept the terms' }).click()
      await expect(toast(page, 'Terms accepted')).toBeVisible()
      await expect(page.getByRole('dialog')).toContainText('Version 1 accepted on the page of the booking')
      await expect(desk.getByText('Version 1 accepted on the page of the booking')).toBeVisible()
    },
  )

  test(
    `a visitor accepts the terms when they confirm the time that they held, on the ${name}`,
    variantIf(name === 'desktop'),
    async ({ aBrowser, server }) => {
      const { studio, admin } = await aStudioByApi(server)
      await admin.post(`/studios/${studio.id}/terms`, { text: '# House rules\n\nBe on time.' })
      const email = anEmail('vera')
      const form = { service: 'recording', minutes: 60, day: inDays(7), time: '10:00', name: 'Vera', email }
      await admin.post(`/public/studios/${studio.slug}/visitor-holds`, form)
      const { text } = await nextMail({ outbox }, email, 'Confirm your session')
      const page = await aBrowser(size)
      await page.goto(linkIn(text))
      await page.getByRole('button', { name: 'Confirm the session' }).click()
      await expect(page.getByText('Please read and accept the terms first')).toBeVisible()
      await page.getByRole('button', { name: 'Read the terms' }).click()
      await expect(page.getByRole('region', { name: /^Terms of/ })).toContainText('Be on time.')
      await expectNoAxeViolations(page)
      await expect(page.getByRole('link', { name: 'terms of' })).toHaveAttribute('href', `/s/${studio.slug}/terms`)
      await page.getByRole('checkbox', { name: /accept the terms/ }).check()
      await page.getByRole('button', { name: 'Confirm the session' }).click()
      await expect(page.getByRole('main')).toContainText(/Recording Session/)
      await expect(page).toHaveURL(/booked=/)
    },
  )

  test(
    `a client signs the terms while booking, and both download the agreement, on the ${name}`,
    variant,
    async ({ aBrowser, server }) => {
      const { studio, admin, client } = await aStudioByApi(server)
      const desk = await aBrowser(size)
      await signInAt(desk, admin.email, '/studio/settings?tab=terms')
      await desk.getByLabel('Text', { exact: true }).fill('# House rules\n\nBe **on time**.')
      await desk.getByRole('switch', { name: 'Clients sign the terms' }).click()
      await desk.getByRole('checkbox', { name: 'Recording Session' }).check()
      // On a phone, the bar at the top may cover a part of a button.
      await desk.evaluate(() => window.scrollTo(0, 0))
      await expectNoAxeViolations(desk)
      await desk.getByRole('button', { name: 'Publish the terms' }).click()
      await expect(toast(desk, 'Terms published')).toBeVisible()

      const page = await aBrowser(size)
      const form = await openBookingForm(page, { email: client.email, slug: studio.slug, day: inDays(10) })
      await form.getByRole('checkbox', { name: /accept the terms/ }).check()
      await form.getByRole('button', { name: 'Create Booking' }).click()
      await expect(form.getByText('Please enter your name')).toBeVisible()
      await form.getByLabel('Your full name').fill('Cleo Marie Client')
      const box = form.getByRole('img', { name: 'Box to draw your signature in' })
      await box.scrollIntoViewIfNeeded()
      const { x = 0, y = 0, width = 0, height = 0 } = (await box.boundingBox()) ?? {}
      await page.mouse.move(x + width * 0.1, y + height * 0.7)
      await page.mouse.down()
      for (const [right, down] of [
        [0.2, 0.2],
        [0.3, 0.8],
        [0.4, 0.3],
        [0.6, 0.6],
      ] as const)
        await page.mouse.move(x + width * right, y + height * down, { steps: 5 })
      await page.mouse.up()
      await expect(form.getByRole('img', { name: 'Your drawn signature' })).toBeVisible()
      await expectNoAxeViolations(page)
      await form.getByRole('button', { name: 'Create Booking' }).click()
      await expect(toast(page, 'Booking created successfully')).toBeVisible()

      const [booking] = (await admin.get(`/studios/${studio.id}/bookings`)).body.items
      for (const [reader, path] of [
        [desk, `/studio/bookings?booking=${booking.id}`],
        [page, `/${studio.slug}/bookings?booking=${booking.id}`],
      ] as const) {
        await reader.goto(path)
        const details = reader.getByRole('dialog')
        await expect(details.getByText('Signed by Cleo Marie Client')).toBeVisible()
        await expect(details.getByText(/^SHA-256 [0-9a-f]{64}$/)).toBeVisible()
        await expectNoAxeViolations(reader)
        const downloading = reader.waitForEvent('download')
        await details.getByRole('button', { name: 'Agreement' }).click()
        expect((await downloading).suggestedFilename()).toBe('agreement.pdf')
      }
      const mail = await nextMail({ outbox }, client.email, 'Your agreement with')
      expect(mail.files).toContain('agreement.pdf')
    },
  )
}
