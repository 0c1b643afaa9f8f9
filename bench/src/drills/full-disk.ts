import { randomUUID } from 'node:crypto'
import { type Answer, callAs } from '@studiohub/testing/http.ts'
import { aStudio, TEST_PASSWORD } from '@studiohub/testing/people.ts'
import { expectSame, type Report, readiness } from './drill.ts'
import type { SmallDisk } from './small-disk.ts'

const ROUNDS = 400

const bodyOf = (email: string) => ({ email, password: TEST_PASSWORD })
const auth = (url: string, path: string, body: object) => callAs(url, null).request('POST', `/auth/v1${path}`, body)
const signIn = (url: string, email: string) => auth(url, '/token?grant_type=password', bodyOf(email))

/**
 * Fills the disk under a running product. Old pages have room, so single writes may pass: every answer must be a stored
 * success or a 503, and reading must work.
 * @returns a function that checks, when there is space again, that no acknowledged change is lost
 */
export async function fillUnder({ url }: { url: string }, disk: SmallDisk, report: Report) {
  const { studio, admin, client } = await aStudio({ url })
  const signedUp: string[] = []
  let refresh_token: string = (await signIn(url, client.email)).body.refresh_token
  disk.fill()
  const rejections = new Set<string>()
  const note = (what: string, answer: Answer): boolean => {
    if (answer.status === 200) return true
    const isGood = answer.status === 503 && answer.headers.has('retry-after') && /storage is full/.test(answer.text)
    if (isGood) rejections.add(what)
    else report.fault(`${what} with a full disk: ${answer.status} ${answer.text.slice(0, 200)}`)
    return false
  }
  let rounds = 0
  for (
    ;
    rounds < ROUNDS && !(rejections.has('sign-up') && rejections.has('sign-in') && rejections.has('change'));
    rounds += 1
  ) {
    const email = `${randomUUID()}@example.com`
    if (note('sign-up', await auth(url, '/signup', bodyOf(email)))) signedUp.push(email)
    note('sign-in', await signIn(url, client.email))
    note('change', await client.patch('/me/profile', { full_name: `Cleo ${'x'.repeat(rounds % 60)}` }))
    const renewed = await auth(url, '/token?grant_type=refresh_token', { refresh_token })
    if (note('refresh', renewed)) refresh_token = renewed.body.refresh_token
  }
  report.say(`after ${rounds} rounds refused: ${[...rejections].join(', ')}; ${signedUp.length} sign-ups acknowledged`)
  expectSame(
    report,
    'refused writes',
    ['sign-up', 'sign-in', 'change'].filter((what) => !rejections.has(what)),
    [],
  )
  for (const reader of [client, admin]) {
    expectSame(report, 'reading with a full disk', (await reader.get(`/studios/${studio.id}`)).status, 200)
  }
  const { http, status } = await readiness(url)
  expectSame(report, '/readyz with a full disk', [http, status], [200, 'degraded'])
  return async (at: { url: string }) => {
    expectSame(report, '/readyz with space again', (await readiness(at.url)).status, 'ready')
    const renewed = await auth(at.url, '/token?grant_type=refresh_token', { refresh_token })
    expectSame(report, 'the refresh after it', renewed.status, 200)
    for (const email of [client.email, ...signedUp]) {
      expectSame(report, `the sign-in of ${email} after it`, (await signIn(at.url, email)).status, 200)
    }
  }
}
