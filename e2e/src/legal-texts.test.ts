import { expectNoAxeViolations } from './axe.ts'
import { aStudioByApi, expect, signInAt, test, toast } from './fixtures.ts'

const phone = { width: 390, height: 844 }

test('a studio writes its imprint, and visitors read it from the footer of its page', async ({ aBrowser, server }) => {
  const { studio, admin, client } = await aStudioByApi(server)
  const visitor = await aBrowser(phone)
  await visitor.goto(`/s/${studio.slug}`)
  await expect(visitor.getByRole('link', { name: 'Imprint' })).toHaveCount(0)
  expect((await visitor.goto(`/s/${studio.slug}/imprint`))?.status()).toBe(404)

  const desk = await aBrowser()
  await signInAt(desk, admin.email, '/studio/settings?tab=legal')
  await desk.getByRole('button', { name: 'Edit Imprint' }).click()
  await desk.getByLabel('Imprint text').fill('# Who we are\nNorth Street 1\n\n<b>Not bold</b>')
  await expectNoAxeViolations(desk)
  // A closed text keeps its changes, and the bar to save them stays.
  await desk.getByRole('button', { name: 'Edit Privacy' }).click()
  await expect(desk.getByLabel('Imprint text')).toBeHidden()
  await expect(desk.getByText('Changed, not saved')).toHaveCount(1)
  await desk.getByRole('button', { name: 'Save changes' }).click()
  await expect(toast(desk, 'Legal texts saved')).toBeVisible()
  await expect(desk.getByRole('link', { name: 'Open the page (Imprint)' })).toBeVisible()
  await expect(desk.getByText('Not published')).toHaveCount(1)

  await visitor.goto(`/s/${studio.slug}`)
  await visitor.getByRole('link', { name: 'Imprint' }).click()
  await expect(visitor.getByRole('heading', { name: 'Imprint', level: 1 })).toBeVisible()
  await expect(visitor.getByRole('heading', { name: 'Who we are' })).toBeVisible()
  await expect(visitor.getByText('<b>Not bold</b>')).toBeVisible()
  await expect(visitor.getByRole('link', { name: 'Privacy' })).toHaveCount(0)
  await expectNoAxeViolations(visitor)

  // Sign-in, booking and clients' pages link to it as well.
  const link = visitor.getByRole('contentinfo').getByRole('link', { name: 'Imprint' })
  await visitor.goto(`/${studio.slug}/auth/login`)
  await expect(link).toHaveAttribute('href', `/s/${studio.slug}/imprint`)
  await expectNoAxeViolations(visitor)
  await visitor.goto(`/${studio.slug}/book/recording`)
  await expect(link).toBeVisible()
  await signInAt(visitor, client.email, `/${studio.slug}/bookings`)
  await expect(link).toBeVisible()
})
