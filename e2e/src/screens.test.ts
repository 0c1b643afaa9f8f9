import { aCrewMember, aPerson, aStudio } from '@studiohub/testing/people.ts'
import { expectAccessibleScreen, expectTexts } from './accessible-screen.ts'
import { desktopSize, expectNoAxeViolations, expectNoSidewaysScroll, phoneSize } from './axe.ts'
import { type DemoPerson, signInToDemo } from './demo.ts'
import { expect, signInAt, test, variantIf } from './fixtures.ts'
import { screensWithoutData, textsOfScreen } from './words-of-screens.ts'

// Studios without data; `accessibility.test.ts` checks the demo's full screens.

for (const role of ['studio_admin', 'client', 'staff'] as const) {
  test(`screens without data have no axe findings and the right texts for: ${role}`, async ({ aBrowser, server }) => {
    const fixture = await aStudio(server)
    const { slug } = fixture.studio
    const people = { studio_admin: fixture.admin, client: fixture.client, staff: null }
    const { email } = people[role] ?? (await aCrewMember(server, fixture))
    const page = await aBrowser()
    await signInAt(page, email, '/profile')
    for (const at of screensWithoutData(role, slug))
      await expectAccessibleScreen(page, at, { says: textsOfScreen(role, at, 'empty', slug) })
  })
}

test('a person without a role, or signing up at a studio, finds usable screens', async ({ aBrowser, server }) => {
  const { studio } = await aStudio(server)
  const page = await aBrowser()
  await signInAt(page, (await aPerson(server)).email, '/auth/onboarding')
  for (const path of ['/auth/onboarding', '/profile']) await expectAccessibleScreen(page, path)
  await expectAccessibleScreen(await aBrowser(), `/auth/signup?studio=${studio.slug}`)
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

for (const [role, paths] of failing) {
  test(
    `screens that cannot load say so and have no axe findings for: ${role}`,
    variantIf(!['studio_admin', 'client'].includes(role)),
    async ({ aBrowser }) => {
      const page = await aBrowser()
      await signInToDemo(page, role)
      // All data fails except the user, because without a user there would be no screen.
      await page.route(/\/api\/v1\/(?!me$|public\/|events)/, (route) =>
        route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'Something went wrong.' } }),
      )
      for (const path of paths) {
        await expectAccessibleScreen(page, path)
        await expect(page.getByRole('button', { name: 'Retry' }).first(), path).toBeVisible()
      }
    },
  )
}

const cannotBeUndone = 'Are you sure you want to cancel this booking? This action cannot be undone.'

/** Overlays: the screen, the button that opens each, and its text. */
const overlaysByRole: readonly [
  DemoPerson,
  readonly (readonly [at: string, by: string | RegExp | readonly [menu: RegExp, item: RegExp], ...says: string[]])[],
][] = [
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
      ['/studio/clients', [/^More actions for/, /^Remove /], 'They lose access to your studio immediately.'],
      ['/studio/bookings', 'New Booking', 'Create New Booking', 'Block Time', 'Client', 'Service', 'Notes'],
      ['/studio/bookings?tab=list', [/^More actions for/, /^Cancel/], 'Keep Booking', 'Cancel Booking', cannotBeUndone],
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
      ['/staff/board', 'Mix side A', 'Phase', 'Files', 'Add file', 'Comments', 'Comment', 'History'],
    ],
  ],
  [
    'client',
    [
      ['/northlight', 'New Project', 'Title', 'Description', 'Project type', 'Create Project'],
      ['/northlight/bookings', 'New Booking'],
      ['/northlight/board', 'Chat with Stu', 'When is my next session?'],
      ['/northlight/board', 'Record lead vocals', 'could we try the ribbon as well?'],
      ['/profile', 'Switch Studio', 'Select a studio to work with', 'Cancel'],
    ],
  ],
]

for (const [role, overlays] of overlaysByRole) {
  test(
    `overlays have no axe findings for: ${role}`,
    variantIf(!['studio_admin', 'client'].includes(role)),
    async ({ aBrowser }) => {
      const page = await aBrowser()
      await signInToDemo(page, role)
      for (const [at, by, ...says] of overlays) {
        const where = `${by} on ${at}`
        const [button, item] = by instanceof RegExp || typeof by === 'string' ? [by] : by
        await page.setViewportSize(desktopSize)
        await page.goto(at)
        await page
          .getByRole('button', { name: button, exact: typeof button === 'string' })
          .first()
          .click()
        if (item) await page.getByRole('menuitem', { name: item }).click()
        const dialog = page.getByRole('dialog')
        await expect(dialog, where).toBeVisible()
        await expect(dialog, where).toHaveAccessibleName(/./)
        await expect(dialog.getByRole('status').filter({ hasText: '...' }), where).toHaveCount(0)
        await expectTexts(dialog, says, where)
        await expectNoAxeViolations(page, where)
        await page.setViewportSize(phoneSize)
        await expect(dialog, where).toBeVisible()
        await expectNoAxeViolations(page, `${where}, on a phone`)
        await expectNoSidewaysScroll(page, where)
      }
    },
  )
}
