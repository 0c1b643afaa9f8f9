import { setTimeout as wait } from 'node:timers/promises'
import { callAs } from '@studiohub/testing/http.ts'
import { aPerson } from '@studiohub/testing/people.ts'
import { aPostOffice } from '@studiohub/testing/post-office.ts'
import { freePort, startOwnPostgres } from '@studiohub/testing/postgres.ts'
import { aProduct, type Drill, expectSame, readiness } from './drill.ts'

const AWAY_MS = 3_000
const ARRIVES_WITHIN_MS = 60_000
const MAILS = 5

/** The mail server is unreachable: only emails are delayed, and each is sent once when it is back. */
export const mailAway: Drill = async (report) => {
  const [postgres, port] = [await startOwnPostgres(), await freePort()]
  const product = await aProduct({ databaseUrl: postgres.url, env: { SMTP_URL: `smtp://127.0.0.1:${port}` } })
  try {
    const people = await Promise.all(Array.from({ length: MAILS }, () => aPerson(product)))
    for (const { email } of people) {
      const startedAt = performance.now()
      const { status } = await callAs(product.url, null).request('POST', '/auth/v1/recover', { email })
      expectSame(report, 'asking for a mail', status, 200)
      if (performance.now() - startedAt > AWAY_MS) report.fault('a call that sends an email waits for the mail server')
    }
    await wait(AWAY_MS)
    expectSame(report, '/readyz', (await readiness(product.url)).http, 200)
    const postOffice = await aPostOffice({}, port)
    const returnedAt = performance.now()
    const arrived = (email: string) =>
      postOffice.arrived.filter(({ to, raw }) => to.includes(email) && /^subject: .*reset your password/im.test(raw))
    while (people.some(({ email }) => arrived(email).length === 0)) {
      if (performance.now() - returnedAt > ARRIVES_WITHIN_MS)
        throw new Error('the emails were not sent within a minute')
      await wait(100)
    }
    report.say(`${MAILS} emails were sent within ${Math.round(performance.now() - returnedAt)} ms of its return`)
    for (const { email } of people) expectSame(report, 'mails to one person', arrived(email).length, 1)
    await postOffice.close()
  } finally {
    await product.remove()
    await postgres.stop()
  }
}
