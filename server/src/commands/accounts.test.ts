import { nextMail } from '@studiohub/testing/mailbox.ts'
import { aPerson, aStudio, proveAddress } from '@studiohub/testing/people.ts'
import { aPostOffice } from '@studiohub/testing/post-office.ts'
import { freePort } from '@studiohub/testing/postgres.ts'
import { runAdmin, startProcess } from '@studiohub/testing/processes.ts'
import { anAppFactor, authAs } from '@studiohub/testing/second-factor.ts'
import { aServerEnvironment, startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { recoverByOperator } from '../features/auth/recovery/service.ts'
import { checkConfig } from './check-config.ts'
import { listDemoAccounts, listPeople, listStudios } from './list-accounts.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const auth = (token: string | null = null) => authAs(server, token)
const reset = (email: string, print: boolean) => recoverByOperator({ email, publicUrl: server.url, print }, new Date())

async function printedLink(email: string): Promise<string> {
  const printed = await reset(email, true)
  if (printed.outcome !== 'link') throw new Error(printed.outcome)
  return printed.link
}

/** Opens an unrequested link in a browser, like the page with the button does. */
async function open(link: string) {
  const answer = await fetch(link, { redirect: 'manual' })
  const location = new URL(answer.headers.get('location') ?? '')
  return auth()('POST', '/verify', Object.fromEntries(new URLSearchParams(location.hash.slice(1))))
}

describe("resetting another user's password", () => {
  test('emails the link of a recovery', async () => {
    const person = await aPerson(server)
    expect(await reset(person.email, false)).toEqual({ outcome: 'mailed' })
    const { link } = await nextMail(server, person.email, 'Reset your password')
    const opened = await open(link)
    expect(opened).toMatchObject({ status: 200, body: { user: { id: person.id } } })
  })

  test('prints a link that works once and ends the one before', async () => {
    const person = await proveAddress(await aPerson(server))
    const former = await printedLink(person.email)
    const link = await printedLink(person.email)
    expect((await open(former)).status).toBe(400)
    const opened = await open(link)
    expect(opened).toMatchObject({ status: 200, body: { user: { id: person.id } } })
    expect((await auth(opened.body.access_token)('PUT', '/user', { password: 'another horse' })).status).toBe(200)
    expect((await open(link)).status).toBe(400)
  })

  test('prints no link for an unconfirmed address, and emails one', async () => {
    const person = await aPerson(server)
    expect(await reset(person.email, true)).toEqual({ outcome: 'unconfirmed' })
    expect(await reset('nobody@example.com', true)).toEqual({ outcome: 'unknown' })
  })

  test('does not skip a second factor', async () => {
    const person = await proveAddress(await aPerson(server))
    await anAppFactor(server, person.token, new Date())
    const opened = await open(await printedLink(person.email))
    const rejection = await auth(opened.body.access_token)('PUT', '/user', { password: 'another horse' })
    expect(rejection.body.code).toBe('insufficient_aal')
  })
})

test('the lists name people with their roles, and studios with their addresses and plans', async () => {
  const { admin, studio } = await aStudio(server)
  expect(await listPeople()).toMatch(new RegExp(`${admin.email} .* Studio Admin at ${studio.name}`))
  expect(await listStudios()).toMatch(new RegExp(`${studio.name} +/${studio.slug} +active .* pro \\(active\\) +3`))
  await expect(listDemoAccounts()).rejects.toThrow('The demo is not in this database.')
})

test('the configuration is checked with its services', async () => {
  const postOffice = await aPostOffice()
  const fixture = await aServerEnvironment({ SMTP_URL: `smtp://127.0.0.1:${postOffice.port}` })
  const checked = await checkConfig(fixture.environment)
  expect(checked).toContain(`mail server 127.0.0.1:${postOffice.port}`)
  expect(checked).toContain('The configuration can be used.')
  expect(checked).not.toContain(fixture.environment['SECRET_KEY'])
  await postOffice.close()
  const wrong = {
    ...fixture.environment,
    DATABASE_URL: `postgres://127.0.0.1:${await freePort()}/nowhere`,
    PORTS: '80',
  }
  const refusal = await checkConfig(wrong).catch((error: Error) => error.message)
  expect(refusal).toContain('Did you mean PORT?')
  expect(refusal).toContain('The mail server cannot be reached.')
  expect(refusal).toContain('The database of DATABASE_URL cannot be used')
  await fixture.remove()
})

test('the commands run next to a server on the embedded database and report what they did', async () => {
  const postOffice = await aPostOffice()
  const fixture = await aServerEnvironment({ SMTP_URL: `smtp://127.0.0.1:${postOffice.port}` }, 'embedded')
  const running = await startProcess(fixture.environment)
  expect(await runAdmin(fixture.environment, ['list-people'])).toEqual({
    exit_code: 0,
    output: 'There are no accounts.\n',
  })
  expect(await runAdmin(fixture.environment, ['reset-password', 'zoe@example.com'])).toEqual({
    exit_code: 1,
    output: 'There is no account with the address zoe@example.com. Nothing was changed.\n',
  })
  const { email } = await aPerson(running)
  const reset = await runAdmin(fixture.environment, ['reset-password', email])
  expect(reset).toEqual({ exit_code: 0, output: `The server mails a link to ${email}, now or as soon as it runs.\n` })
  await vi.waitFor(() => expect(postOffice.arrived.map(({ raw }) => raw).join()).toContain('Reset your password'), {
    timeout: 60_000,
  })
  expect(await running.stop()).toBe(0)
  postOffice.arrived.length = 0
  const sent = await runAdmin(fixture.environment, ['send-test-mail', 'zoe@example.com'])
  expect(sent.output).toMatch(/^The mail server took the mail to zoe@example.com\./)
  expect(postOffice.arrived).toMatchObject([{ to: ['zoe@example.com'] }])
  await postOffice.close()
  const failed = await runAdmin(fixture.environment, ['send-test-mail', 'zoe@example.com'])
  expect(failed).toMatchObject({ exit_code: 1, output: expect.stringMatching(/^The mail server cannot be reached\./) })
  await fixture.remove()
}, 240_000)
