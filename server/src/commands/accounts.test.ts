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
import { listAccounts, listDemoAccounts, listStudios } from './list-accounts.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const authApi = (token: string | null = null) => authAs(server, token)
const reset = (email: string, print: boolean) => recoverByOperator({ email, publicUrl: server.url, print }, new Date())

async function printLink(email: string): Promise<string> {
  const result = await reset(email, true)
  if (result.outcome !== 'link') throw new Error(result.outcome)
  return result.link
}

/** Opens a link in a browser, and confirms it like the page with the button does. */
async function openLink(link: string) {
  const response = await fetch(link, { redirect: 'manual' })
  const location = new URL(response.headers.get('location') ?? '')
  return authApi()('POST', '/verify', Object.fromEntries(new URLSearchParams(location.hash.slice(1))))
}

describe('a password reset by an operator', () => {
  test('a password reset by an operator emails a recovery link', async () => {
    const person = await aPerson(server)
    expect(await reset(person.email, false)).toEqual({ outcome: 'mailed' })
    const { link } = await nextMail(server, person.email, 'Reset your password')
    const session = await openLink(link)
    expect(session).toMatchObject({ status: 200, body: { user: { id: person.id } } })
  })

  test('a printed link works once and ends the link before', async () => {
    const person = await proveAddress(await aPerson(server))
    const former = await printLink(person.email)
    const link = await printLink(person.email)
    expect((await openLink(former)).status).toBe(400)
    const session = await openLink(link)
    expect(session).toMatchObject({ status: 200, body: { user: { id: person.id } } })
    expect((await authApi(session.body.access_token)('PUT', '/user', { password: 'another horse' })).status).toBe(200)
    expect((await openLink(link)).status).toBe(400)
  })

  test('no link is printed for an unconfirmed address or an unknown account', async () => {
    const person = await aPerson(server)
    expect(await reset(person.email, true)).toEqual({ outcome: 'unconfirmed' })
    expect(await reset('nobody@example.com', true)).toEqual({ outcome: 'unknown' })
  })

  test('a printed link does not skip the second factor', async () => {
    const person = await proveAddress(await aPerson(server))
    await anAppFactor(server, person.token, new Date())
    const session = await openLink(await printLink(person.email))
    const rejection = await authApi(session.body.access_token)('PUT', '/user', { password: 'another horse' })
    expect(rejection.body.code).toBe('insufficient_aal')
  })
})

test('the lists contain people with their roles, and studios with their addresses and plans', async () => {
  const { admin, studio } = await aStudio(server)
  expect(await listAccounts()).toMatch(new RegExp(`${admin.email} .* Studio Admin at ${studio.name}`))
  expect(await listStudios()).toMatch(new RegExp(`${studio.name} +/${studio.slug} +active .* pro \\(active\\) +3`))
  await expect(listDemoAccounts()).rejects.toThrow('The demo is not in this database.')
})

test('checking the configuration connects to its services', async () => {
  const postOffice = await aPostOffice()
  const fixture = await aServerEnvironment({ SMTP_URL: `smtp://127.0.0.1:${postOffice.port}` })
  const report = await checkConfig(fixture.environment)
  expect(report).toContain(`mail server 127.0.0.1:${postOffice.port}`)
  expect(report).toContain('The configuration can be used.')
  expect(report).not.toContain(fixture.environment['SECRET_KEY'])
  await postOffice.close()
  const invalidEnvironment = {
    ...fixture.environment,
    DATABASE_URL: `postgres://127.0.0.1:${await freePort()}/nowhere`,
    PORTS: '80',
  }
  const message = await checkConfig(invalidEnvironment).catch((error: Error) => error.message)
  expect(message).toContain('Did you mean PORT?')
  expect(message).toContain('The mail server cannot be reached.')
  expect(message).toContain('The database of DATABASE_URL cannot be used')
  await fixture.remove()
})

test('the commands run next to a server with the embedded database and report their results', async () => {
  const postOffice = await aPostOffice()
  const fixture = await aServerEnvironment({ SMTP_URL: `smtp://127.0.0.1:${postOffice.port}` }, 'embedded')
  const serverProcess = await startProcess(fixture.environment)
  expect(await runAdmin(fixture.environment, ['list-people'])).toEqual({
    exit_code: 0,
    output: 'There are no accounts.\n',
  })
  expect(await runAdmin(fixture.environment, ['reset-password', 'zoe@example.com'])).toEqual({
    exit_code: 1,
    output: 'There is no account with the address zoe@example.com. Nothing was changed.\n',
  })
  const { email } = await aPerson(serverProcess)
  const reset = await runAdmin(fixture.environment, ['reset-password', email])
  expect(reset).toEqual({ exit_code: 0, output: `The server mails a link to ${email}, now or as soon as it runs.\n` })
  await vi.waitFor(() => expect(postOffice.arrived.map(({ raw }) => raw).join()).toContain('Reset your password'), {
    timeout: 60_000,
  })
  expect(await serverProcess.stop()).toBe(0)
  postOffice.arrived.length = 0
  const sentRun = await runAdmin(fixture.environment, ['send-test-mail', 'zoe@example.com'])
  expect(sentRun.output).toMatch(/^The mail server accepted the email to zoe@example.com\./)
  expect(postOffice.arrived).toMatchObject([{ to: ['zoe@example.com'] }])
  await postOffice.close()
  const failedRun = await runAdmin(fixture.environment, ['send-test-mail', 'zoe@example.com'])
  expect(failedRun).toMatchObject({
    exit_code: 1,
    output: expect.stringMatching(/^The mail server cannot be reached\./),
  })
  await fixture.remove()
}, 240_000)
