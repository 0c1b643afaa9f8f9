import { setTimeout as wait } from 'node:timers/promises'
import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { type Answer, callAs } from './http.ts'

/** What came of many attempts at once: how each was answered, and what the studio has now. */
export type Race = {
  won: Booking[]
  /** How often each other answer came, `409 BOOKING_CONFLICT`. */
  lost: Record<string, number>
  slowest_ms: number
}

/**
 * Asks until it is answered, after the time that a server which is too busy says: nobody waits for long, and on a slow
 * machine many at once are more than it gets to in that time.
 */
export async function untilAnswered(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await ask()
    const seconds = answer.headers.get('retry-after')
    if (answer.body?.code !== 'UNAVAILABLE' || seconds === null) return answer
    await wait(Number(seconds) * 1000)
  }
}

/**
 * Sends the same bookings at once, by turns as different people and to different servers.
 * @param attempts how many
 */
export async function race(
  where: { urls: readonly string[]; people: readonly { token: string }[]; path: string },
  attempts: number,
  bodyOf: (attempt: number) => unknown,
): Promise<Race> {
  const { urls, people, path } = where
  const callers = urls.flatMap((url) => people.map(({ token }) => callAs(url, token)))
  const ask = (attempt: number) => {
    const caller = callers[attempt % callers.length]
    if (!caller) throw new Error('a race needs a server and somebody to race')
    return caller.post(path, bodyOf(attempt))
  }
  const won: Booking[] = []
  const lost: Race['lost'] = {}
  let slowest_ms = 0
  const tell = ({ status, body }: Answer) => {
    if (status === 201) won.push(body)
    else lost[`${status} ${body?.code}`] = (lost[`${status} ${body?.code}`] ?? 0) + 1
  }
  await Promise.all(
    Array.from({ length: attempts }, async (_, attempt) => {
      const begun = performance.now()
      const answer = await untilAnswered(() => ask(attempt))
      slowest_ms = Math.max(slowest_ms, performance.now() - begun)
      tell(answer)
    }),
  )
  return { won, lost, slowest_ms: Math.round(slowest_ms) }
}
