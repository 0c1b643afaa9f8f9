/**
 * The response time does not reveal who has an account: `npm run prove -- enumeration [pairs] [callers]`. Signs in,
 * recovers, requests a sign-in link, requests the email again and signs up, each for known and unknown addresses in random
 * order. Ends with 1 if they can be distinguished better than by guessing, which is an AUC outside 0.45 to 0.55.
 */
import { randomInt, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { callAs } from '@studiohub/testing/http.ts'
import { nextMail } from '@studiohub/testing/mailbox.ts'
import { startProcess } from '@studiohub/testing/processes.ts'
import { aServerEnvironment } from '@studiohub/testing/server.ts'

const [pairs = '400', callers = '2'] = process.argv.slice(2)
const [AUC_MIN, AUC_MAX] = [0.45, 0.55]
const KNOWN = 20
const WARM_UP = 10
const password = 'correct horse'
const anEmail = () => `${randomUUID()}@example.com`

const installation = await aServerEnvironment({ AUTH_CONFIRM_EMAIL: 'on', PASSWORD_HASH_COST: 'full' })
// The process chooses a free port.
const { PUBLIC_URL: _, ...env } = installation.environment
const server = await startProcess(env)
const call = (path: string, body: object) => callAs(server.url, null).request('POST', `/auth/v1${path}`, body)

async function aKnownAddress(): Promise<string> {
  const email = anEmail()
  await call('/signup', { email, password })
  const { code } = await nextMail({ outbox: join(installation.dataDir, 'outbox') }, email, 'Confirm your email address')
  const { status } = await call('/verify', { type: 'signup', email, token: code })
  if (status !== 200) throw new Error(`confirming failed: ${status}`)
  return email
}

const requests: Record<string, (email: string) => ReturnType<typeof call>> = {
  login: (email) => call('/token?grant_type=password', { email, password: 'wrong word' }),
  recover: (email) => call('/recover', { email }),
  otp: (email) => call('/otp', { email, create_user: false }),
  resend: (email) => call('/resend', { type: 'signup', email }),
  signup: (email) => call('/signup', { email, password: 'another horse' }),
}

/** How likely a known address takes longer than an unknown one: 0.5 means that the time reveals nothing. */
function areaUnderCurve(known: readonly number[], unknown: readonly number[]): number {
  const sorted = [...unknown].sort((a, b) => a - b)
  const below = (value: number, orEqual: boolean) => {
    let [low, high] = [0, sorted.length]
    while (low < high) {
      const middle = (low + high) >> 1
      const other = sorted[middle] ?? 0
      if (other < value || (orEqual && other === value)) low = middle + 1
      else high = middle
    }
    return low
  }
  const wins = known.reduce((sum, value) => sum + (below(value, false) + below(value, true)) / 2, 0)
  return wins / (known.length * unknown.length)
}

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN

async function timed(send: (email: string) => ReturnType<typeof call>, email: string) {
  const startedAt = performance.now()
  const { status, text } = await send(email)
  return {
    took: performance.now() - startedAt,
    answer: `${status} ${text.replace(/[0-9a-f-]{36}|\d{4}-\d\d-[^"]+/g, '*')}`,
  }
}

async function measure(send: (email: string) => ReturnType<typeof call>, addresses: readonly string[], count: number) {
  const times = { known: [] as number[], unknown: [] as number[] }
  const answers = new Set<string>()
  const worker = async () => {
    while (times.known.length < count) {
      const kinds = randomInt(2) === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
      for (const kind of kinds) {
        const email = kind === 'known' ? (addresses[randomInt(addresses.length)] ?? anEmail()) : anEmail()
        const { took, answer } = await timed(send, email)
        times[kind].push(took)
        answers.add(answer.replaceAll(email, '*'))
      }
    }
  }
  await Promise.all(Array.from({ length: Number(callers) }, worker))
  return { auc: areaUnderCurve(times.known, times.unknown), times, answers }
}

let isRevealed = false
try {
  const addresses: string[] = []
  for (let n = 0; n < KNOWN; n += 1) addresses.push(await aKnownAddress())
  console.log(`${pairs} pairs each, ${callers} callers, embedded database, addresses confirmed first`)
  for (const [name, send] of Object.entries(requests)) {
    await measure(send, addresses, WARM_UP)
    const { auc, times, answers } = await measure(send, addresses, Number(pairs))
    const reveals = auc < AUC_MIN || auc > AUC_MAX || answers.size !== 1
    isRevealed ||= reveals
    const medians = `${median(times.known).toFixed(1)} / ${median(times.unknown).toFixed(1)} ms`
    console.log(
      `${name.padEnd(8)} AUC ${auc.toFixed(3)}  known / unknown ${medians}  answers ${answers.size}${reveals ? '  TELLS' : ''}`,
    )
  }
} finally {
  await server.stop()
  await installation.remove()
}
process.exit(isRevealed ? 1 : 0)
