import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { plans } from '@studiohub/contract/features/subscriptions/words.ts'
import { asSystem } from '@studiohub/server/platform/db/actor.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { aBooking, aSession } from './bookings.ts'
import { type ApiResponse, callAs, retryUntilAnswered } from './http.ts'
import type { StudioOfTest } from './people.ts'

/** Result of concurrent attempts: the responses, and the studio's bookings. */
export type Race = {
  won: Booking[]
  /** Number of each other response, such as `409 BOOKING_CONFLICT`. */
  lost: Record<string, number>
}

/**
 * Sends the same booking concurrently, as different users and to different servers in turn. A request that waited too
 * long for the studio's lock is sent again after the time in its answer.
 */
export async function race(
  where: { urls: readonly string[]; people: readonly { token: string }[]; path: string },
  attempts: number,
  buildBody: (attempt: number) => unknown,
): Promise<Race> {
  const { urls, people, path } = where
  const callers = urls.flatMap((url) => people.map(({ token }) => callAs(url, token)))
  const send = (attempt: number) => {
    const caller = callers[attempt % callers.length]
    if (!caller) throw new Error('a race needs a server and at least one caller')
    return caller.post(path, buildBody(attempt))
  }
  const won: Booking[] = []
  const lost: Race['lost'] = {}
  const addResponse = ({ status, body }: ApiResponse) => {
    if (status === 201) won.push(body)
    else lost[`${status} ${body?.code}`] = (lost[`${status} ${body?.code}`] ?? 0) + 1
  }
  await Promise.all(
    Array.from({ length: attempts }, async (_, attempt) => addResponse(await retryUntilAnswered(() => send(attempt)))),
  )
  return { won, lost }
}

type RaceOptions = Parameters<typeof race>[0]

/** The errors of a race that `winners` requests should win and all others should lose with `expectedError`. */
export function findRaceErrors({ won, lost }: Race, winners: number, expectedError: string): string[] {
  const unexpected = Object.keys(lost).filter((response) => response !== expectedError)
  return [
    ...(won.length === winners ? [] : [`${won.length} won`]),
    ...unexpected.map((response) => `${lost[response]} times ${response}`),
  ]
}

/**
 * Concurrent requests for the last booking of a trial plan in a month, each at a free time.
 * @param months how far ahead that month is
 */
export async function findErrorsAtLastBooking(
  where: RaceOptions,
  { client, studio }: StudioOfTest,
  { today, attempts, months = 2 }: { today: string; attempts: number; months?: number },
): Promise<string[]> {
  const month = Temporal.PlainYearMonth.from(today.slice(0, 7)).add({ months }).toString()
  const twoDigits = (part: number) => String(part).padStart(2, '0')
  const slot = (index: number) => ({
    booking_date: `${month}-${twoDigits((index % 25) + 1)}`,
    start_time: `${twoDigits(8 + Math.floor(index / 25))}:00`,
    end_time: `${twoDigits(9 + Math.floor(index / 25))}:00`,
  })
  for (let index = 1; index < (plans.trial.bookings_per_month ?? 0); index += 1) {
    await aBooking(client, studio.id, today, slot(index))
  }
  const outcome = await race(where, attempts, (attempt) => aSession(today, slot(50 + (attempt % 200))))
  return findRaceErrors(outcome, 1, '403 PLAN_LIMIT_REACHED')
}

/** Number of overlapping pairs of reservations of one resource, counted from the rows without the constraint. */
export async function overlaps(): Promise<number> {
  const { rows } = await asSystem((tx) =>
    sql<{ pairs: number }>`
      select count(*)::int as pairs from reservations a join reservations b on a.resource_id = b.resource_id
        and (a.holder_id, a.part) < (b.holder_id, b.part) and a.holds and b.holds and a.during && b.during`.execute(tx),
  )
  return rows[0]?.pairs ?? -1
}

// Hides the lock's function behind one that does nothing, so that concurrent transactions do not wait for each other.
const disableLock = [
  "create function public.pg_advisory_xact_lock(bigint) returns void language sql as 'select'",
  `do $$ begin
    execute format('alter database %I set search_path = public, pg_catalog', current_database());
  end $$`,
]
const protectionRemovals = {
  // With the lock no call reaches a taken time, so a missing constraint shows only if the lock is removed too.
  constraint: ['alter table reservations drop constraint reservations_no_overlap', ...disableLock],
  lock: disableLock,
}

/**
 * Removes a protection against races from a database. A test of races that still finds no error proves nothing.
 * @param url logs in as superuser; call this after the migrations and before the servers start
 */
export async function removeProtection(url: string, protection: keyof typeof protectionRemovals) {
  const client = new pg.Client(url)
  await client.connect()
  try {
    for (const statement of protectionRemovals[protection]) await client.query(statement)
  } finally {
    await client.end()
  }
}
