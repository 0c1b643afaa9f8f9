import type { CardProvider } from '@studiohub/testing/card-provider.ts'
import { startWithCards } from '@studiohub/testing/card-server.ts'
import { aStudioWithCards, countActions } from '@studiohub/testing/card-studios.ts'
import { callAs, expectError } from '@studiohub/testing/http.ts'
import { aCrewMember, aDeskPerson, aStudio } from '@studiohub/testing/people.ts'
import type { TestServer } from '@studiohub/testing/server.ts'
import { describe, expect, test } from 'vitest'

let provider: CardProvider
let server: TestServer
const at = startWithCards((started) => {
  ;({ provider, server } = started)
})

const { deliver, eventually } = at

describe('the account of a studio', () => {
  test('can be connected only by admins, and only once', async () => {
    const fixture = await aStudio(server)
    const path = `/studios/${fixture.studio.id}/card-account`
    const others = [fixture.client, await aCrewMember(server, fixture), await aDeskPerson(server, fixture)]
    for (const caller of [...others, (await aStudio(server)).admin]) {
      expectError(await caller.get(path), 'FORBIDDEN')
      expectError(await caller.post(`${path}/link`), 'FORBIDDEN')
      expectError(await caller.post(`${path}/check`), 'FORBIDDEN')
    }
    expectError(await callAs(server.url, null).get(path), 'UNAUTHENTICATED')
    expect((await fixture.admin.get(path)).body.state).toBe('none')
    const accountsBefore = provider.accounts.size
    const [first, second] = await Promise.all([fixture.admin.post(`${path}/link`), fixture.admin.post(`${path}/link`)])
    expect([first.status, second.status]).toEqual([200, 200])
    expect(provider.accounts.size).toBe(accountsBefore + 1)
    expect(await countActions(fixture.studio.id, 'payments.connect')).toBe(1)
    expect((await fixture.admin.get(path)).body.state).toBe('incomplete')
  })

  test('is read from the provider after an event, and its state is stored', async () => {
    const fixture = await aStudioWithCards(server, provider)
    const path = `/studios/${fixture.studio.id}/card-account`
    expect((await fixture.admin.get(path)).body).toMatchObject({ state: 'ready', pays_out: true })
    const withKey = { headers: { 'idempotency-key': 'one' } }
    expect((await fixture.admin.post(`${path}/check`, undefined, withKey)).body.state).toBe('ready')
    expect((await fixture.client.get(`/studios/${fixture.studio.id}/payment-options`)).body).toEqual({
      cards: true,
      bank: null,
    })
    provider.changeAccount(fixture.account, { charges: false, disabled_reason: 'requirements.past_due' })
    expect((await deliver(provider.sent.at(-1)?.payload ?? '')).status).toBe(200)
    await eventually(async () => expect((await fixture.admin.get(path)).body.state).toBe('restricted'))
  })

  test('accepts only events with a valid signature, and ignores unknown accounts', async () => {
    const fixture = await aStudioWithCards(server, provider)
    provider.changeAccount(fixture.account, { charges: true })
    const payload = provider.sent.at(-1)?.payload ?? ''
    const stale = Math.floor(Date.now() / 1000) - 301
    for (const signature of ['', provider.sign(payload, stale), provider.sign(payload, undefined, 'whsec_of_plans')])
      expectError(await deliver(payload, signature), 'BAD_SIGNATURE')
    expectError(await deliver(payload.replace('updated', 'deleted'), provider.sign(payload)), 'BAD_SIGNATURE')
    expect((await deliver(payload.replaceAll(fixture.account, 'acct_stranger'))).status).toBe(200)
    expectError(await deliver('{}'), 'BAD_REQUEST')
  })
})
