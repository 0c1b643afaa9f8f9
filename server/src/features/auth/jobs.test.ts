import { randomUUID } from 'node:crypto'
import { proveAddress } from '@studiohub/testing/accounts.ts'
import { callAs } from '@studiohub/testing/http.ts'
import { nextMail } from '@studiohub/testing/mailbox.ts'
import { aPerson } from '@studiohub/testing/people.ts'
import { anAppFactor, authAs } from '@studiohub/testing/second-factor.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asAuth } from '#platform/db/actor.ts'
import { deleteExpiredAuthData } from './jobs.ts'

let server: TestServer

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const now = new Date()
const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000).toISOString()
const context = {
  job_id: randomUUID(),
  now,
  log: { info() {}, warn() {}, error() {} },
  signal: new AbortController().signal,
}

/** Inserts one row of each kind for a person, with this age. @returns a function that lists the kinds that still have rows */
async function insertExpirableRows(user_id: string, hours: number) {
  const id = randomUUID()
  await asAuth(async (tx) => {
    await tx
      .insertInto('auth.rate_limits')
      .values({ key: id, full_at: ago(hours) })
      .execute()
    await tx
      .insertInto('auth.flow_states')
      .values({
        id,
        method: 'recovery',
        user_id,
        code_challenge: 'x',
        code_challenge_method: 's256',
        created_at: ago(hours),
      })
      .execute()
    await tx
      .insertInto('auth.one_time_tokens')
      .values({ user_id, purpose: 'recovery', code_mac: id, created_at: ago(hours), expires_at: ago(hours - 1) })
      .execute()
    await tx
      .insertInto('auth.known_places')
      .values({ user_id, place_mac: id, seen_at: ago(hours) })
      .execute()
    const factor = {
      user_id,
      factor_type: 'totp' as const,
      secret: 'x',
      created_at: ago(hours),
      updated_at: ago(hours),
    }
    await tx
      .insertInto('auth.factors')
      .values([
        { ...factor, id: randomUUID(), friendly_name: 'begun' },
        { ...factor, id, friendly_name: 'proven', status: 'verified' },
      ])
      .execute()
    await tx
      .insertInto('auth.factor_challenges')
      .columns(['id', 'factor_id', 'session_id', 'created_at', 'expires_at'])
      .expression((query) =>
        query
          .selectFrom('auth.sessions as session')
          .select((eb) => [
            eb.val(id).as('id'),
            eb.val(id).as('factor_id'),
            'session.id as session_id',
            eb.val(ago(hours)).as('created_at'),
            eb.val(ago(hours)).as('expires_at'),
          ])
          .where('user_id', '=', user_id),
      )
      .execute()
    await tx
      .updateTable('auth.sessions')
      .set({ refreshed_at: ago(hours) })
      .where('user_id', '=', user_id)
      .execute()
  })
  return async () => {
    const rowsByKind = await asAuth(async (tx) => ({
      limits: await tx.selectFrom('auth.rate_limits').select('key').where('key', '=', id).execute(),
      flows: await tx.selectFrom('auth.flow_states').select('id').where('id', '=', id).execute(),
      tokens: await tx.selectFrom('auth.one_time_tokens').select('user_id').where('code_mac', '=', id).execute(),
      factors: await tx
        .selectFrom('auth.factors')
        .select('friendly_name')
        .where('user_id', '=', user_id)
        .where('status', '=', 'unverified')
        .execute(),
      proven: await tx.selectFrom('auth.factors').select('id').where('id', '=', id).execute(),
      challenges: await tx.selectFrom('auth.factor_challenges').select('id').where('factor_id', '=', id).execute(),
      places: await tx.selectFrom('auth.known_places').select('user_id').where('place_mac', '=', id).execute(),
      sessions: await tx.selectFrom('auth.sessions').select('id').where('user_id', '=', user_id).execute(),
    }))
    return Object.entries(rowsByKind).flatMap(([name, rows]) => (rows.length > 0 ? [name] : []))
  }
}

test('only expired data is deleted, also if the job runs twice', async () => {
  const old = await insertExpirableRows((await aPerson(server)).id, 200 * 24)
  const young = await insertExpirableRows((await aPerson(server)).id, 0)
  for (let run = 0; run < 2; run += 1) await deleteExpiredAuthData.handle({}, context)
  expect(await old()).toEqual(['proven'])
  expect(await young()).toEqual(['limits', 'flows', 'tokens', 'factors', 'proven', 'challenges', 'places', 'sessions'])
})

test('an unconfirmed account is kept if it has a factor or a proven address', async () => {
  const waiting = { email_confirmed_at: null, confirmation_sent_at: ago(8 * 24) }
  const [guarded, proven] = [await aPerson(server), await aPerson(server)]
  const factor = await anAppFactor(server, guarded.token, now)
  const call = authAs(server, null)
  await call('POST', '/recover', { email: guarded.email })
  const { code } = await nextMail(server, guarded.email, 'Reset your password')
  await call('POST', '/verify', { type: 'recovery', email: guarded.email, token: code })
  await proveAddress(server, proven)
  const ids = [guarded.id, proven.id]
  await asAuth((tx) => tx.updateTable('auth.users').set(waiting).where('id', 'in', ids).execute())
  await deleteExpiredAuthData.handle({}, context)
  const me = (token: string) => callAs(server.url, token).get('/me')
  expect((await me(factor.token)).body.user).toMatchObject({ factors_end_at: expect.any(String) })
  expect((await me(proven.token)).body.user).toMatchObject({ email_proven: true })
})

test('an unconfirmed account is deleted after a week; a confirmed one never', async () => {
  const old = ago(8 * 24)
  const waiting = { email_confirmed_at: null, confirmation_sent_at: old }
  const people = {
    old: { ...(await aPerson(server)), state: waiting },
    young: { ...(await aPerson(server)), state: { ...waiting, confirmation_sent_at: ago(6 * 24) } },
    confirmed: { ...(await aPerson(server)), state: { confirmation_sent_at: old } },
  }
  await asAuth(async (tx) => {
    for (const { id, state } of Object.values(people)) {
      await tx.updateTable('auth.users').set(state).where('id', '=', id).execute()
    }
  })
  await deleteExpiredAuthData.handle({}, context)
  const remaining = await asAuth((tx) => tx.selectFrom('auth.users').select('id').execute())
  const remainingPeople = Object.entries(people).filter(([, { id }]) => remaining.some((row) => row.id === id))
  expect(remainingPeople.map(([name]) => name)).toEqual(['young', 'confirmed'])
})
