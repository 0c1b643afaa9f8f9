import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { aPostOffice } from '@studiohub/testing/post-office.ts'
import PostalMime from 'postal-mime'
import { afterEach, describe, expect, test } from 'vitest'
import { PermanentJobError } from '../jobs/jobs.ts'
import type { Mail, Message } from './message.ts'
import { openMail } from './open.ts'
import { checkSmtp } from './smtp.ts'
import { explainFailure } from './smtp-failure.ts'

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp()
})

const mailFrom = 'StudioHub <no-reply@studiohub.example>'
const publicUrl = 'https://studios.example:8443'
const aMessage = (changes: Partial<Message> = {}): Message => ({
  id: 'job-1',
  to: { name: 'Zoë Ångström, "Zed"', address: 'zoe@example.com' },
  subject: 'Willkommen im Studio “Blå” 🎧',
  html: '<p>Grüße</p>',
  text: 'Grüße\n.\nand a line with one dot above',
  ...changes,
})

function anOutbox() {
  const dataDir = mkdtempSync(join(tmpdir(), 'mail-'))
  cleanUps.push(() => rmSync(dataDir, { recursive: true }))
  const mail = openMail({ smtpUrl: null, dataDir, mailFrom, publicUrl })
  const folder = join(dataDir, 'outbox')
  return { mail, folder, files: () => readdirSync(folder), read: (file: string) => readFileSync(join(folder, file)) }
}

async function aMailServer(options: Parameters<typeof aPostOffice>[0] = {}) {
  const postOffice = await aPostOffice({
    onAuth: ({ username, password }, _session, done) =>
      username === 'me' && password === 'p@ss' ? done(null, { user: username }) : done(new Error('wrong password')),
    ...options,
  })
  cleanUps.push(postOffice.close)
  return postOffice
}

function mailBy(smtpUrl: string): Mail {
  return openMail({ smtpUrl, dataDir: '/nowhere', mailFrom, publicUrl })
}

test('without a mail server a message becomes one file that only its owner can read', async () => {
  const { mail, folder, files, read } = anOutbox()
  await mail.send(aMessage())
  expect(files()).toEqual(['job-1.eml'])
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(statSync(join(folder, 'job-1.eml')).mode & 0o777).toBe(0o600)
  const parsed = await PostalMime.parse(read('job-1.eml'))
  expect(parsed).toMatchObject({
    from: { name: 'StudioHub', address: 'no-reply@studiohub.example' },
    to: [{ name: 'Zoë Ångström, "Zed"', address: 'zoe@example.com' }],
    subject: 'Willkommen im Studio “Blå” 🎧',
    messageId: '<job-1@studios.example>',
  })
  expect(parsed.text?.trim()).toBe('Grüße\n.\nand a line with one dot above')
  expect(parsed.html?.trim()).toBe('<p>Grüße</p>')
})

test('a repeated message replaces its file', async () => {
  const { mail, files } = anOutbox()
  await mail.send(aMessage())
  await mail.send(aMessage())
  expect(files()).toEqual(['job-1.eml'])
})

test('a mail server gets the same message, and a repeat has the same Message-ID', async () => {
  const { arrived, port } = await aMailServer()
  const mail = mailBy(`smtp://me:p%40ss@127.0.0.1:${port}`)
  await mail.send(aMessage())
  await mail.send(aMessage())
  expect(arrived.map(({ from, to }) => ({ from, to }))).toEqual([
    { from: 'no-reply@studiohub.example', to: ['zoe@example.com'] },
    { from: 'no-reply@studiohub.example', to: ['zoe@example.com'] },
  ])
  const parsed = await Promise.all(arrived.map(({ raw }) => PostalMime.parse(raw)))
  expect(parsed.map((message) => message.messageId)).toEqual(['<job-1@studios.example>', '<job-1@studios.example>'])
  expect(parsed[0]?.text?.trim()).toBe('Grüße\n.\nand a line with one dot above')
})

test('after a rejected login or a busy server the email is sent again, after a rejected recipient it is not', async () => {
  const server = await aMailServer({
    onRcptTo: ({ address }, _session, done) =>
      done(
        address.startsWith('gone')
          ? Object.assign(new Error('no such user gone@example.com'), { responseCode: 550 })
          : address.startsWith('busy')
            ? Object.assign(new Error('come back later'), { responseCode: 451 })
            : null,
      ),
  })
  const mail = mailBy(`smtp://127.0.0.1:${server.port}`)
  const to = (address: string) => aMessage({ to: { name: '', address } })
  const errorOf = (message: Message, sender = mail) =>
    sender.send(message).then(
      () => null,
      (error: unknown) => error,
    )
  expect(await errorOf(to('here@example.com'))).toBeNull()
  expect(await errorOf(to('gone@example.com'))).toBeInstanceOf(PermanentJobError)
  expect(await errorOf(to('busy@example.com'))).not.toBeInstanceOf(PermanentJobError)
  const loginError = await errorOf(aMessage(), mailBy(`smtp://me:wrong@127.0.0.1:${server.port}`))
  expect(loginError).toBeInstanceOf(Error)
  expect(loginError).not.toBeInstanceOf(PermanentJobError)
  const errorText = String(await errorOf(to('gone@example.com')))
  expect(errorText).toContain('550')
  expect(errorText).not.toMatch(/@|no such user/)
  expect(server.arrived).toHaveLength(1)
})

test.each([
  ['550 5.1.1 No such user', true],
  ['550 5.2.1 Mailbox disabled', true],
  ['552 5.2.2 Mailbox full', false],
  ['550 5.1.8 Bad sender system', false],
  ['550 5.7.1 Rejected by policy', false],
])('after %j the address is unknown: %s', (response, isAddressUnknown) => {
  const error = Object.assign(new Error(response), {
    code: 'EENVELOPE',
    responseCode: Number(response.slice(0, 3)),
    response,
    command: 'RCPT TO',
  })
  expect(explainFailure(error)).toMatchObject({ isAddressUnknown })
})

test('a line break can add neither a header nor a recipient', async () => {
  const { mail, files } = anOutbox()
  const { arrived, port } = await aMailServer()
  const hostile = [
    aMessage({ subject: 'Hello\r\nBcc: everybody@example.com' }),
    aMessage({ subject: 'Hello\nX-Evil: 1' }),
    aMessage({ to: { name: 'Zoë\r\nBcc: everybody@example.com', address: 'zoe@example.com' } }),
    aMessage({ to: { name: 'Zoë', address: 'zoe@example.com\r\nRCPT TO:<everybody@example.com>' } }),
    aMessage({ to: { name: 'Zoë', address: 'zoe@example.com, everybody@example.com' } }),
    aMessage({ id: 'x>\r\nX-Evil: 1' }),
    aMessage({ id: '../../escape' }),
  ]
  for (const message of hostile) {
    await expect(mail.send(message)).rejects.toThrow()
    await expect(mailBy(`smtp://127.0.0.1:${port}`).send(message)).rejects.toThrow()
  }
  expect(files()).toEqual([])
  expect(arrived).toEqual([])
})

test('a name with special characters stays a name, and no file is included in an email', async () => {
  const { mail, read } = anOutbox()
  await mail.send(aMessage({ to: { name: 'x" <everybody@example.com>, "y', address: 'zoe@example.com' } }))
  const parsed = await PostalMime.parse(read('job-1.eml'))
  expect(parsed.to).toEqual([{ name: 'x" <everybody@example.com>, "y', address: 'zoe@example.com' }])
  const sneaky: Message = JSON.parse(JSON.stringify({ ...aMessage(), html: { path: '/etc/passwd' } }))
  await expect(mail.send(sneaky)).rejects.toThrow()
})

describe('the message of an error', () => {
  const failureOf = (smtpUrl: string) =>
    checkSmtp(smtpUrl).then(
      () => null,
      (error: Error) => error.message,
    )

  test('names the login', async () => {
    const { port } = await aMailServer()
    expect(await failureOf(`smtp://me:p%40ss@127.0.0.1:${port}`)).toBeNull()
    const errorText = await failureOf(`smtp://me:wrong@127.0.0.1:${port}`)
    expect(errorText).toMatch(
      /^The mail server refused the login\. Check the user name and the password in SMTP_URL \(EAUTH/,
    )
  })

  test('names the certificate, for each kind of encryption', async () => {
    // The test server's own certificate is expired, self-signed and made out to another name.
    const { port } = await aMailServer({ secure: true, logger: false })
    expect(await failureOf(`smtps://127.0.0.1:${port}`)).toMatch(/^The mail server has a certificate that cannot be/)
    const upgrading = await aMailServer({ disabledCommands: [], logger: false })
    const errorText = await failureOf(`smtp://127.0.0.1:${upgrading.port}`)
    expect(errorText).toMatch(/^The mail server has a certificate that cannot be/)
  })

  test('names a server that does not answer', async () => {
    const { port, close } = await aMailServer()
    await close()
    cleanUps.pop()
    expect(await failureOf(`smtp://127.0.0.1:${port}`)).toMatch(/^The mail server cannot be reached\./)
  })

  test('names the sender', async () => {
    const { port } = await aMailServer({
      onMailFrom: (_address, _session, done) => done(Object.assign(new Error('not you'), { responseCode: 553 })),
    })
    const failure = mailBy(`smtp://127.0.0.1:${port}`).send(aMessage())
    await expect(failure).rejects.toThrow(
      /^The mail server refused the sender\. Check MAIL_FROM \(EENVELOPE 553 MAIL FROM\)/,
    )
  })
})
