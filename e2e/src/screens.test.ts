import { aCrewMember, aPerson, aStudio } from '@studiohub/testing/people.ts'
import { expectNothingFoundByAxe, expectNothingWiderThanTheScreen, narrow, wide } from './axe.ts'
import { type DemoPerson, enterDemo } from './demo.ts'
import { enter, expect, test } from './fixtures.ts'
import { expectSoundScreen } from './sound-screen.ts'

// Where nobody has done anything yet; the demo's lively screens are looked at in `accessibility.test.ts`.

test('a studio admin finds good screens before anything has happened', async ({ aBrowser, server }) => {
  const { admin } = await aStudio(server)
  const page = await aBrowser()
  await enter(page, admin.email, '/studio')
  for (const path of [
    '',
    '/bookings',
    '/bookings?tab=list',
    '/staff',
    '/clients',
    '/projects',
    '/board',
    '/tasks',
    '/settings',
  ])
    await expectSoundScreen(page, `/studio${path}`)
  await expectSoundScreen(page, '/profile')
})

test('a client finds good screens before anything has happened', async ({ aBrowser, server }) => {
  const { client, studio } = await aStudio(server)
  const page = await aBrowser()
  await enter(page, client.email, `/${studio.slug}`)
  for (const path of ['', '/bookings', '/projects', '/board', '/auth/login'])
    await expectSoundScreen(page, `/${studio.slug}${path}`)
  await expectSoundScreen(page, '/profile')
})

test('crew find good screens before anything has happened', async ({ aBrowser, server }) => {
  const crew = await aCrewMember(server, await aStudio(server))
  const page = await aBrowser()
  await enter(page, crew.email, '/staff')
  for (const path of [
    '/staff',
    '/staff/tasks',
    '/staff/schedule',
    '/staff/checkins',
    '/staff/projects',
    '/staff/board',
  ])
    await expectSoundScreen(page, path)
  for (const path of ['/profile', '/studio']) await expectSoundScreen(page, path)
})

test('somebody without a role finds good screens, as does who signs up at a studio', async ({ aBrowser, server }) => {
  const { studio } = await aStudio(server)
  const page = await aBrowser()
  await enter(page, (await aPerson(server)).email, '/auth/onboarding')
  for (const path of ['/auth/onboarding', '/profile']) await expectSoundScreen(page, path)
  await expectSoundScreen(await aBrowser(), `/auth/signup?studio=${studio.slug}`)
})

const failing: readonly [DemoPerson, readonly string[]][] = [
  ['super_admin', ['/super-admin', '/super-admin?tab=audit', '/super-admin/studios', '/super-admin/users']],
  [
    'studio_admin',
    ['', '/staff', '/clients', '/bookings', '/projects', '/board', '/tasks', '/settings?tab=rooms'].map(
      (path) => `/studio${path}`,
    ),
  ],
  ['staff', ['/staff', '/staff/tasks', '/staff/schedule', '/staff/checkins', '/staff/projects', '/staff/board']],
  ['client', ['', '/bookings', '/projects', '/board'].map((path) => `/northlight${path}`)],
  ['partner', ['/partner/dashboard']],
]

for (const [looker, paths] of failing) {
  test(`screens that cannot be read say so and stay sound for: ${looker}`, async ({ aBrowser }) => {
    const page = await aBrowser()
    await enterDemo(page, looker)
    // All but who it is that looks: without that there would be no screen.
    await page.route(/\/api\/v1\/(?!me$|public\/|events)/, (route) =>
      route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'Something went wrong.' } }),
    )
    for (const path of paths) {
      await expectSoundScreen(page, path)
      await expect(page.getByRole('button', { name: 'Retry' }).first(), path).toBeVisible()
    }
  })
}

/** What lies over a page: where, and the button that brings it. */
const opened: readonly [DemoPerson, readonly (readonly [at: string, by: string | RegExp])[]][] = [
  [
    'super_admin',
    [
      ['/super-admin/studios', 'Add studio'],
      ['/super-admin/users', /^Assign Role/],
    ],
  ],
  [
    'studio_admin',
    [
      ['/studio', /^Notices/],
      ['/studio', 'Go to or do'],
      ['/studio/staff', 'Invite Crew'],
      ['/studio/clients', /^History of/],
      ['/studio/clients', /^Remove /],
      ['/studio/bookings', 'New Booking'],
      ['/studio/bookings?tab=list', /^Cancel/],
      ['/studio/projects', 'New Project'],
      ['/studio/board', 'Create Card'],
      ['/studio/tasks', 'New Task'],
      ['/studio/settings?tab=rooms', 'Add room'],
      ['/studio/settings?tab=services', /^Edit /],
    ],
  ],
  [
    'staff',
    [
      ['/staff/checkins', 'Check In Client'],
      ['/staff/tasks', 'New Task'],
    ],
  ],
  [
    'client',
    [
      ['/northlight', 'New Project'],
      ['/northlight/bookings', 'New Booking'],
      ['/northlight/board', 'Chat with Stu'],
      ['/profile', 'Switch Studio'],
    ],
  ],
]

for (const [looker, overlays] of opened) {
  test(`what lies over a page is sound for: ${looker}`, async ({ aBrowser }) => {
    const page = await aBrowser()
    await enterDemo(page, looker)
    for (const [at, by] of overlays) {
      const where = `${by} on ${at}`
      await page.setViewportSize(wide)
      await page.goto(at)
      await page
        .getByRole('button', { name: by, exact: typeof by === 'string' })
        .first()
        .click()
      const dialog = page.getByRole('dialog')
      await expect(dialog, where).toBeVisible()
      await expect(dialog, where).toHaveAccessibleName(/./)
      await expect(dialog.getByRole('status').filter({ hasText: '...' }), where).toHaveCount(0)
      await expectNothingFoundByAxe(page, where)
      await page.setViewportSize(narrow)
      await expect(dialog, where).toBeVisible()
      await expectNothingFoundByAxe(page, `${where}, on a phone`)
      await expectNothingWiderThanTheScreen(page, where)
    }
  })
}
