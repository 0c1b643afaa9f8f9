import { randomUUID } from 'node:crypto'
import { type ApiResponse, callAs } from '@studiohub/testing/http.ts'
import { aStudio, TEST_PASSWORD } from '@studiohub/testing/people.ts'
import { expectSame, type Report, readiness } from './drill.ts'
import type { SmallDisk } from './small-disk.ts'

const ROUNDS = 400

const bodyOf = (email: string) => ({ email, password: TEST_PASSWORD })
const auth = (url: string, path: string, body: object) => callAs(url, null).request('POST', `/auth/v1${path}`, body)
const signIn = (url: string, email: string) => auth(url, '/token?grant_type=password', bodyOf(email))

/**
 * Fills the disk of a running product. Existing pages have free space, so some writes may succeed. Every response must be a
 * stored success or a 503, and reading must work.
 * @returns a function to call when there is space again; it checks that no acknowledged change is lost
 */
export async function fillUnder({ url }: { url: string }, disk: SmallDisk, report: Report) {
  const { studio, admin, client } = await aStudio({ url })
  const signedUp: string[] = []
  let refresh_token: string = (await signIn(url, client.email)).body.refresh_token
  disk.fill()
  const rejections = new Set<string>()
  const addResponse = (call: string, response: ApiResponse): boolean => {
    if (response.status === 200) return true
    const isExpected =
      response.status === 503 && response.headers.has('retry-after') && /storage is full/.test(response.text)
    if (isExpected) rejections.add(call)
    else report.fault(`${call} with a full disk: ${response.status} ${response.text.slice(0, 200)}`)
    return false
  }
  let rounds = 0
  for (
    ;
    rounds < ROUNDS && !(rejections.has('sign-up') && rejections.has('sign-in') && rejections.has('change'));
    rounds += 1
  ) {
    const email = `${randomUUID()}@example.com`
    if (addResponse('sign-up', await auth(url, '/signup', bodyOf(email)))) signedUp.push(email)
    addResponse('sign-in', await signIn(url, client.email))
    addResponse('change', await client.patch('/me/profile', { full_name: `Cleo ${'x'.repeat(rounds % 60)}` }))
    const renewed = await auth(url, '/token?grant_type=refresh_token', { refresh_token })
    if (addResponse('refresh', renewed)) refresh_token = renewed.body.refresh_token
  }
  report.say(
    `after ${rounds} rounds these were rejected: ${[...rejections].join(', ')}; ${signedUp.length} sign-ups acknowledged`,
  )
  expectSame(
    report,
    'refused writes',
    ['sign-up', 'sign-in', 'change'].filter((call) => !rejections.has(call)),
    [],
  )
  for (const reader of [client, admin]) {
    expectSame(report, 'reading with a full disk', (await reader.get(`/studios/${studio.id}`)).status, 200)
  }
  const { http, status } = await readiness(url)
  expectSame(report, '/readyz with a full disk', [http, status], [200, 'degraded'])
  return async (product: { url: string }) => {
    expectSame(report, '/readyz with space again', (await readiness(product.url)).status, 'ready')
    const renewed = await auth(product.url, '/token?grant_type=refresh_token', { refresh_token })
    expectSame(report, 'the refresh after it', renewed.status, 200)
    for (const email of [client.email, ...signedUp]) {
      expectSame(report, `the sign-in of ${email} after it`, (await signIn(product.url, email)).status, 200)
    }
  }
}
