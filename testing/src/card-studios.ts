import { plusDays, todayIn } from '@studiohub/contract/shared/instants.ts'
import { sql } from 'kysely'
import { aSession } from './bookings.ts'
import type { CardProvider } from './card-provider.ts'
import { asLogin, stateOfDatabase } from './database-rows.ts'
import { callAs } from './http.ts'
import { mailsTo } from './mailbox.ts'
import { aStudio, type StudioOfTest, type TestUser } from './people.ts'
import type { TestServer } from './server.ts'

/** Changes all services of a studio. */
export async function changeServices({ studio, admin }: Pick<StudioOfTest, 'studio' | 'admin'>, change: object) {
  const path = `/studios/${studio.id}/services`
  const { body } = await admin.get(path)
  const items = body.items.map(({ position, ...service }: { position: number }) => ({ ...service, ...change }))
  const response = await admin.put(path, { items })
  if (response.status !== 200) throw new Error(`services failed: ${JSON.stringify(response.body)}`)
}

/** Connects a studio's account, so that clients can pay by card. */
export async function connectAccount({ studio, admin }: StudioOfTest, provider: CardProvider): Promise<string> {
  const { body } = await admin.post(`/studios/${studio.id}/card-account/link`)
  const account = new URL(body.url).pathname.split('/').at(-1) ?? ''
  provider.changeAccount(account, { charges: true, payouts: true, submitted: true, disabled_reason: null })
  await admin.post(`/studios/${studio.id}/card-account/check`)
  return account
}

/** A studio that accepts cards. Its services cost 100, and clients pay half of it as a deposit. */
export async function aStudioWithCards(
  server: Pick<TestServer, 'url'>,
  provider: CardProvider,
  overrides: object = {},
): Promise<StudioOfTest & { account: string }> {
  const fixture = await aStudio(server)
  await changeServices(fixture, { price_minor: 10_000, deposit: { kind: 'percent', percent: 50 }, ...overrides })
  return { ...fixture, account: await connectAccount(fixture, provider) }
}

/** Makes the time end in which a booking must be paid. */
export const endPayTime = (booking_id: string) =>
  asLogin((tx) =>
    sql`update bookings set pay_by = now() - interval '1 second' where id = ${booking_id}::uuid`.execute(tx),
  )

/** Runs a job's handler as a worker would. */
export const runJob = (
  job: { handle(data: unknown, context: never): Promise<void> },
  data: object,
  now = new Date(),
) => {
  const silent = { info: () => {}, warn: () => {}, error: () => {} }
  const context = { job_id: crypto.randomUUID(), now, log: silent, signal: AbortSignal.timeout(60_000) }
  return job.handle(data, context as never)
}

/** Actions of clients and studios with payments, at a server that uses this provider. */
export function paymentActions(find: () => { server: TestServer; provider: CardProvider }) {
  const today = todayIn('UTC', new Date())
  const session = (overrides: object = {}) => aSession(today, { booking_date: plusDays(today, 9), ...overrides })
  async function book({ client, studio }: Pick<StudioOfTest, 'client' | 'studio'>, overrides: object = {}) {
    const { status, body } = await client.post(`/studios/${studio.id}/bookings`, session(overrides))
    if (status !== 201) throw new Error(`booking failed: ${JSON.stringify(body)}`)
    return body
  }
  const read = async (caller: TestUser, id: string) => (await caller.get(`/bookings/${id}`)).body
  const payment = async (caller: TestUser, id: string) => (await caller.get(`/bookings/${id}/payment`)).body
  const check = (caller: TestUser, id: string) => caller.post(`/bookings/${id}/payment/check`)
  const openPage = async ({ client }: Pick<StudioOfTest, 'client'>, id: string): Promise<string> =>
    (await client.post(`/bookings/${id}/payment`)).body.url
  const decideBooking = (step: string) => async (fixture: StudioOfTest, id: string) =>
    fixture.admin.post(`/bookings/${id}/${step}`, { version: (await read(fixture.admin, id)).version })
  return {
    session,
    book,
    read,
    payment,
    check,
    openPage,
    confirm: decideBooking('confirm'),
    decline: decideBooking('decline'),
    /** Sends a signed event of the provider. */
    deliver: (payload: string, signature = find().provider.sign(payload)) =>
      callAs(find().server.url, null).request('POST', '/api/v1/webhooks/stripe-connect', payload, {
        headers: { 'stripe-signature': signature },
      }),
    /** A booking whose deposit was paid, and the money at the provider. */
    async aPaidBooking(fixture: StudioOfTest, overrides: object = {}) {
      const { id } = await book(fixture, overrides)
      const intent = find().provider.pay(await openPage(fixture, id))
      await check(fixture.client, id)
      return { id, intent }
    },
    /** The emails about bookings that a person received. */
    async listBookingEmails(person: TestUser) {
      await stateOfDatabase()
      return (await mailsTo(find().server, person.email)).filter(({ calendar }) => calendar !== null)
    },
  }
}

/** How often an action is in the audit log of a studio. */
export async function countActions(studio_id: string, action: string): Promise<number> {
  const { rows } = await asLogin((tx) =>
    sql<{ count: number }>`select count(*)::integer as count from audit_log
      where studio_id = ${studio_id}::uuid and action = ${action} and outcome = 'done'`.execute(tx),
  )
  return rows[0]?.count ?? 0
}
