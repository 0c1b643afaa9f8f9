import { sql } from 'kysely'
import type { CardProvider } from './card-provider.ts'
import { asLogin } from './database-rows.ts'
import { callAs } from './http.ts'
import { aStudio, type StudioOfTest } from './people.ts'
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
  server: TestServer,
  provider: CardProvider,
  given: object = {},
): Promise<StudioOfTest & { account: string }> {
  const fixture = await aStudio(server)
  await changeServices(fixture, { price_minor: 10_000, deposit: { kind: 'percent', percent: 50 }, ...given })
  return { ...fixture, account: await connectAccount(fixture, provider) }
}

/** Sends a signed report of the provider. */
export const deliverReport = (server: TestServer, payload: string, signature: string) =>
  callAs(server.url, null).request('POST', '/api/v1/webhooks/stripe-connect', payload, {
    headers: { 'stripe-signature': signature },
  })

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
