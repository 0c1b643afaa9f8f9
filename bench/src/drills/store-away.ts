import { aFileStore } from '@studiohub/testing/file-store.ts'
import { callAs } from '@studiohub/testing/http.ts'
import { aPerson } from '@studiohub/testing/people.ts'
import { aPhoto } from '@studiohub/testing/pictures.ts'
import { startOwnPostgres } from '@studiohub/testing/postgres.ts'
import { aProduct, type Drill, expectSame, readiness } from './drill.ts'

const OTHERS_WITHIN_MS = 2_000

/** The file store responds with errors, drops connections, or does not respond at all. */
export const storeAway: Drill = async (report) => {
  const [postgres, store] = [await startOwnPostgres(), await aFileStore()]
  const product = await aProduct({ databaseUrl: postgres.url, env: store.env })
  try {
    const person = await aPerson(product)
    const photo = await aPhoto()
    const { avatar_url } = (await person.upload('PUT', '/me/avatar', photo)).body
    const picture = () => callAs(product.url, null).request('GET', new URL(avatar_url, product.url).pathname)
    for (const fault of [500, 503, 'silence', 'hang'] as const) {
      store.breakWith(fault)
      const startedAt = performance.now()
      const waiting = [person.upload('PUT', '/me/avatar', photo), picture()]
      const { status } = await person.patch('/me/profile', { phone: '1' })
      const others_ms = Math.round(performance.now() - startedAt)
      const responses = (await Promise.all(waiting)).map(({ status, body }) => `${status} ${body?.code}`)
      report.say(`${fault}: files after ${Math.round(performance.now() - startedAt)} ms, others after ${others_ms} ms`)
      expectSame(report, `${fault}: files`, [...new Set(responses)], ['503 FILES_UNAVAILABLE'])
      expectSame(report, `${fault}: another call`, status, 200)
      if (others_ms > OTHERS_WITHIN_MS) report.fault(`${fault}: another call took ${others_ms} ms`)
      const degraded = await readiness(product.url)
      expectSame(report, `${fault}: /readyz`, [degraded.http, degraded.status], [200, 'degraded'])
      if (degraded.text.includes('127.0.0.1')) report.fault(`${fault}: /readyz names an address`)
      store.breakWith(null)
      expectSame(report, `${fault}: the picture after it`, (await picture()).status, 200)
      expectSame(report, `${fault}: /readyz after it`, (await readiness(product.url)).status, 'ready')
    }
  } finally {
    await product.remove()
    await store.stop()
    await postgres.stop()
  }
}
