import { aCrewMember, aPerson, aStudio } from '@studiohub/testing/people.ts'
import { enter, test } from './fixtures.ts'
import { expectSoundScreen } from './sound-screen.ts'

// Where nobody has done anything yet; the demo's lively screens are looked at in `accessibility.test.ts`.

test('a studio admin finds good screens before anything has happened', async ({ aBrowser, server }) => {
  const { admin } = await aStudio(server)
  const page = await aBrowser()
  await enter(page, admin.email, '/studio')
  for (const path of ['', '/bookings', '/bookings?tab=list', '/staff', '/clients', '/projects', '/board', '/settings'])
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
  for (const path of ['/staff', '/staff/tasks', '/staff/schedule', '/staff/checkins', '/staff/board'])
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
