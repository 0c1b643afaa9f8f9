/**
 * The cost of a sign-in, compared with one check of a password: `npm run bench -- sign-in [rounds]`. Uses the built product
 * on a separate PostgreSQL with fsync on, and measures both in turns. Ends with 1 if the limit is exceeded.
 */
import { randomBytes } from 'node:crypto'
import { loadavg } from 'node:os'
import { hashPassword, verifyPassword } from '@studiohub/server/platform/auth/passwords.ts'
import { callAs } from '@studiohub/testing/http.ts'
import { TEST_PASSWORD } from '@studiohub/testing/people.ts'
import { startOwnPostgres } from '@studiohub/testing/postgres.ts'
import { startProcess } from '@studiohub/testing/processes.ts'
import { aServerEnvironment } from '@studiohub/testing/server.ts'
import { productPool, quantile } from './contest.ts'

const ROUNDS = Number(process.argv[2] ?? 60)
const WARM_UP = 10
/** The largest cost of a sign-in, in checks of a password. */
const RATIO_MAX = 1.5

async function timed(work: () => Promise<unknown>) {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

const cluster = await startOwnPostgres({ fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' })
process.env.TEST_DATABASE_URL = cluster.url
const environment = await aServerEnvironment({
  ...productPool,
  SECRET_KEY: randomBytes(32).toString('hex'),
  RATE_LIMIT: 'on',
  TRUST_PROXY: '127.0.0.1',
})
const server = await startProcess({ ...environment.environment })
try {
  // Each person signs up and in once, from their own network, so no limit is reached.
  let networks = 0
  const send = (path: string, body: object) => {
    networks += 1
    const headers = { 'x-forwarded-for': `10.${networks >> 16}.${(networks >> 8) & 255}.${networks & 255}` }
    return callAs(server.url, null).request('POST', path, body, { headers })
  }
  const emails: string[] = []
  for (let n = 0; n < ROUNDS + WARM_UP; n += 1) {
    const email = `person${n}@example.com`
    const { status, text } = await send('/auth/v1/signup', {
      email,
      password: TEST_PASSWORD,
      data: { full_name: 'Robin' },
    })
    if (status !== 200) throw new Error(`signing up failed: ${status} ${text}`)
    emails.push(email)
  }
  const signIn = async () => {
    const body = { email: emails.pop(), password: TEST_PASSWORD }
    const { status, text } = await send('/auth/v1/token?grant_type=password', body)
    if (status !== 200) throw new Error(`signing in failed: ${status} ${text}`)
  }
  const hash = await hashPassword(TEST_PASSWORD)
  const check = () => verifyPassword(hash, TEST_PASSWORD)
  const times: { signIn: number; check: number }[] = []
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    const signInFirst = round % 2 ? { signIn: await timed(signIn), check: await timed(check) } : null
    const measured = signInFirst ?? { check: await timed(check), signIn: await timed(signIn) }
    if (round >= 0) times.push(measured)
  }
  const median = (part: 'signIn' | 'check') => quantile(times.map((time) => time[part]))
  const ratio = quantile(times.map((time) => time.signIn / time.check))
  const missed = ratio > RATIO_MAX
  console.log(`PostgreSQL ${cluster.version}, load ${loadavg()[0]?.toFixed(1)}, ${ROUNDS} rounds`)
  console.log(`sign-in ${median('signIn').toFixed(1)} ms, one check of a password ${median('check').toFixed(1)} ms`)
  console.log(`ratio ${ratio.toFixed(2)} (at most ${RATIO_MAX})${missed ? '  MISSED' : ''}`)
  process.exitCode = missed ? 1 : 0
} finally {
  await server.stop()
  await environment.remove()
  await cluster.stop()
}
