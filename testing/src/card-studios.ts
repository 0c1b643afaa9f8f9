import { plusDays, todayIn } from '@studiohub/contract/shared/instants.ts'
import { sql } from 'kysely'
import { aSession } from './bookings.ts'
import type { CardProvider } from './card-provider.ts'
import { asLogin, stateOfDatabase } from './database-rows.ts'
import { callAs } from './http.ts'
import { mailsTo } from './mailbox.ts'
import { aStudio, type Person, type StudioOfTest } from './people.ts'
import type { TestServer } from './server.ts'

/** Changes all services of a studio. */
export async function changeServices({ studio, admin }: Pick<StudioOfTest, 'studio' | 'admin'>, change: object) {
  const path = `/studios/${studio.id}/services`
  const { body } = await admin.get(path)
  const items = body.items.map(({ position, ...service }: { position: number }) => ({ ...service, ...change }))
  const answer = await admin.put(path, { items })
  if (answer.status !== 200) throw new Error(`services failed: ${JSON.stringify(answer.body)}`)
}

/** Connects a studio's account, which can then be charged. */
export async function connectAccount({ studio, admin }: StudioOfTest, provider: CardProvider): Promise<string> {
  const { body } = await admin.post(`/studios/${studio.id}/card-account/link`)
  const account = new URL(body.url).pathname.split('/').at(-1) ?? ''
  provider.changeAccount(account, { charges: true, payouts: true, submitted: true, disabled_reason: null })
  await admin.post(`/studios/${studio.id}/card-account/check`)
  return account
}

/** A studio that takes cards, whose services cost 100 and ask for half of it when clients book. */
export async function aStudioWithCards(
  server: Pick<TestServer, 'url'>,
  provider: CardProvider,
  given: object = {},
): Promise<StudioOfTest & { account: string }> {
  const fixture = await aStudio(server)
  await changeServices(fixture, { price_minor: 10_000, deposit: { kind: 'percent', percent: 50 }, ...given })
  return { ...fixture, account: await connectAccount(fixture, provider) }
}

/** Lets the minutes pass in which a booking has to be paid. */
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

/** How clients pay and studios answer at a server that uses this provider. */
export function payingAt(find: () => { server: TestServer; provider: CardProvider }) {
  const today = todayIn('UTC', new Date())
  const session = (given: object = {}) => aSession(today, { booking_date: plusDays(today, 9), ...given })
  async function book({ client, studio }: Pick<StudioOfTest, 'client' | 'studio'>, given: object = {}) {
    const { status, body } = await client.post(`/studios/${studio.id}/bookings`, session(given))
    if (status !== 201) throw new Error(`booking failed: ${JSON.stringify(body)}`)
    return body
  }
  const read = async (caller: Person, id: string) => (await caller.get(`/bookings/${id}`)).body
  const payment = async (caller: Person, id: string) => (await caller.get(`/bookings/${id}/payment`)).body
  const check = (caller: Person, id: string) => caller.post(`/bookings/${id}/payment/check`)
  const openPage = async ({ client }: Pick<StudioOfTest, 'client'>, id: string): Promise<string> =>
    (await client.post(`/bookings/${id}/payment`)).body.url
  const answer = (step: string) => async (fixture: StudioOfTest, id: string) =>
    fixture.admin.post(`/bookings/${id}/${step}`, { version: (await read(fixture.admin, id)).version })
  return {
    ...{ session, book, read, payment, check, openPage, confirm: answer('confirm'), decline: answer('decline') },
    /** Sends a signed report of the provider. */
    deliver: (payload: string, signature = find().provider.sign(payload)) =>
      callAs(find().server.url, null).request('POST', '/api/v1/webhooks/stripe-connect', payload, {
        headers: { 'stripe-signature': signature },
      }),
    /** A booking whose deposit was paid, and the money at the provider. */
    async aPaidBooking(fixture: StudioOfTest, given: object = {}) {
      const { id } = await book(fixture, given)
      const intent = find().provider.pay(await openPage(fixture, id))
      await check(fixture.client, id)
      return { id, intent }
    },
    /** The emails about bookings that a person got. */
    async bookingMails(person: Person) {
      await stateOfDatabase()
      return (await mailsTo(find().server, person.email)).filter(({ calendar }) => calendar !== null)
    },
  }
}

/** How often a studio's log has an action. */
export async function countActions(studio_id: string, action: string): Promise<number> {
  const { rows } = await asLogin((tx) =>
    sql<{ count: number }>`select count(*)::integer as count from audit_log
      where studio_id = ${studio_id}::uuid and action = ${action} and outcome = 'done'`.execute(tx),
  )
  return rows[0]?.count ?? 0
}
