import { aCrewMember, aPerson, aStudio } from '@studiohub/testing/people.ts'
import { expectNothingFoundByAxe, expectNothingWiderThanTheScreen, narrow, wide } from './axe.ts'
import { type DemoPerson, enterDemo } from './demo.ts'
import { enter, expect, test } from './fixtures.ts'
import { expectSoundScreen, expectToSay } from './sound-screen.ts'
import { screensBefore, wordsAt } from './words-of-screens.ts'

// Studios without data; `accessibility.test.ts` checks the demo's full screens.

for (const looker of ['studio_admin', 'client', 'staff'] as const) {
  test(`screens without data have no axe findings and the right texts for: ${looker}`, async ({ aBrowser, server }) => {
    const fixture = await aStudio(server)
    const { slug } = fixture.studio
    const people = { studio_admin: fixture.admin, client: fixture.client, staff: null }
    const { email } = people[looker] ?? (await aCrewMember(server, fixture))
    const page = await aBrowser()
    await enter(page, email, '/profile')
    for (const at of screensBefore(looker, slug))
      await expectSoundScreen(page, at, { says: wordsAt(looker, at, 'empty', slug) })
  })
}

test('a person without a role, or signing up at a studio, finds usable screens', async ({ aBrowser, server }) => {
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
  test(`screens that cannot load say so and have no axe findings for: ${looker}`, async ({ aBrowser }) => {
    const page = await aBrowser()
    await enterDemo(page, looker)
    // All data except the user: without a user there would be no screen.
    await page.route(/\/api\/v1\/(?!me$|public\/|events)/, (route) =>
      route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'Something went wrong.' } }),
    )
    for (const path of paths) {
      await expectSoundScreen(page, path)
      await expect(page.getByRole('button', { name: 'Retry' }).first(), path).toBeVisible()
    }
  })
}

const cannotBeUndone = 'Are you sure you want to cancel this booking? This action cannot be undone.'

/** Overlays: the screen, the button that opens each, and its text. */
const opened: readonly [DemoPerson, readonly (readonly [at: string, by: string | RegExp, ...says: string[]])[]][] = [
  [
    'super_admin',
    [
      ['/super-admin/studios', 'Add studio', 'Name', 'Slug', 'Type', 'Plan', 'Location', 'Contact email'],
      ['/super-admin/users', /^Assign Role/, 'Role'],
    ],
  ],
  [
    'studio_admin',
    [
      ['/studio', /^Notifications/],
      ['/studio', 'Search or jump to'],
      ['/studio/staff', 'Invite Crew', 'Full name', 'Email'],
      ['/studio/clients', /^History of/],
      ['/studio/clients', /^Remove /, 'They lose access to your studio immediately.'],
      ['/studio/bookings', 'New Booking', 'Create New Booking', 'Block time', 'Client', 'Service', 'Notes'],
      ['/studio/bookings?tab=list', /^Cancel/, 'Keep Booking', 'Cancel Booking', cannotBeUndone],
      ['/studio/projects', 'New Project', 'Client', 'Title', 'Description', 'Project type'],
      ['/studio/board', 'Create Card', 'Project', 'Title', 'Description', 'Priority', 'Assigned agent'],
      ['/studio/tasks', 'New Task', 'Title', 'Description', 'Priority', 'Due date', 'Assigned to'],
      ['/studio/settings?tab=rooms', 'Add room'],
      ['/studio/settings?tab=services', /^Edit /],
    ],
  ],
  [
    'staff',
    [
      ['/staff/checkins', 'Check In Client', 'Client', 'Notes', 'Close', 'Check In'],
      ['/staff/tasks', 'New Task', 'Title', 'Priority', 'Due date', 'Assigned to', 'Create Task'],
      ['/staff/board', 'Mix side A', 'Save changes', 'Files', 'Add file', 'Comments', 'Comment', 'History'],
    ],
  ],
  [
    'client',
    [
      ['/northlight', 'New Project', 'Title', 'Description', 'Project type', 'Create Project'],
      ['/northlight/bookings', 'New Booking'],
      ['/northlight/board', 'Chat with Stu', 'When is my next session?'],
      ['/northlight/board', 'Record lead vocals', 'could we try the ribbon as well?', 'Delete Card'],
      ['/profile', 'Switch Studio', 'Select a studio to work with', 'Cancel'],
    ],
  ],
]

for (const [looker, overlays] of opened) {
  test(`overlays have no axe findings for: ${looker}`, async ({ aBrowser }) => {
    const page = await aBrowser()
    await enterDemo(page, looker)
    for (const [at, by, ...says] of overlays) {
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
      await expectToSay(dialog, says, where)
      await expectNothingFoundByAxe(page, where)
      await page.setViewportSize(narrow)
      await expect(dialog, where).toBeVisible()
      await expectNothingFoundByAxe(page, `${where}, on a phone`)
      await expectNothingWiderThanTheScreen(page, where)
    }
  })
}
