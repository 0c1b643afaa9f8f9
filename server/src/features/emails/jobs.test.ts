import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { aDatabase, type TestDatabase } from '@studiohub/testing/database.ts'
import PostalMime, { type Email } from 'postal-mime'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { setSecretKey } from '#platform/auth/secrets.ts'
import { asAuth, asSystem } from '#platform/db/actor.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { type RunningJobs, startJobs } from '#platform/jobs/start.ts'
import { setMail } from '#platform/mail/open.ts'
import { systemClock } from '#platform/process/clock.ts'
import { createLog } from '#platform/process/log.ts'
import { proofJobs, sealLinkAndCode, sendConfirmation, sendRecovery } from './proof-jobs.ts'
import { sendStudioCreated, sendWelcome, welcomeJobs } from './welcome-jobs.ts'

const publicUrl = 'https://studios.example'
const dataDir = mkdtempSync(join(tmpdir(), 'emails-'))
let database: TestDatabase
let workers: RunningJobs

beforeAll(async () => {
  database = await aDatabase()
  setSecretKey(Buffer.alloc(32, 7))
  setMail({ smtpUrl: null, dataDir, mailFrom: 'StudioHub <no-reply@studiohub.example>', publicUrl })
  workers = await startJobs(database.engine, [...welcomeJobs, ...proofJobs], {
    log: createLog('silent'),
    clock: systemClock,
  })
})
afterAll(async () => {
  await workers.stop()
  await database.close()
  rmSync(dataDir, { recursive: true })
})

async function aPerson(full_name: string | null): Promise<{ id: string; email: string }> {
  const id = randomUUID()
  const email = `${id.slice(0, 8)}@example.com`
  const { engine } = database
  await engine.execute('insert into auth.users (id, email, created_at, updated_at) values ($1, $2, now(), now())', [
    id,
    email,
  ])
  await engine.execute('insert into profiles (id, full_name) values ($1, $2)', [id, full_name])
  return { id, email }
}

async function aStudio(branding: { name: string; logo_url?: string; brand_colors?: Record<string, string> }) {
  const [id, slug] = [randomUUID(), `blue-${randomUUID().slice(0, 6)}`]
  await database.engine.execute(
    `insert into studios (id, name, slug, type, logo_url, brand_colors) values ($1, $2, $3, 'recording', $4, $5)`,
    [id, branding.name, slug, branding.logo_url ?? null, JSON.stringify(branding.brand_colors ?? {})],
  )
  return { id, slug }
}

const insertRole = (user_id: string, role: string, studio_id: string | null) =>
  database.engine.execute('insert into user_roles (user_id, role, studio_id) values ($1, $2, $3)', [
    user_id,
    role,
    studio_id,
  ])

async function mailOf(id: string | null): Promise<Email & { html: string; text: string }> {
  const file = join(dataDir, 'outbox', `${id}.eml`)
  await vi.waitFor(() => expect(existsSync(file)).toBe(true), { timeout: 60_000 })
  const mail = await PostalMime.parse(readFileSync(file))
  return { ...mail, html: mail.html ?? '', text: mail.text ?? '' }
}

const linksIn = (html: string) =>
  [...html.matchAll(/<a [^>]*?href="([^"]+)"/g)].map((match) => match[1]?.replaceAll('&amp;', '&'))
const picturesIn = (html: string) => [...html.matchAll(/src="([^"]+)"/g)].map((match) => match[1])

test("a person who signed up at a studio gets a welcome email in the studio's name and colors", async () => {
  const [person, studio] = [
    await aPerson('Ada Lovelace'),
    await aStudio({ name: 'Blue Room', logo_url: '/files/logo.png', brand_colors: { primary: '0 100% 50%' } }),
  ]
  await insertRole(person.id, 'client', studio.id)
  const id = await asAuth((tx) => enqueue(tx, sendWelcome, { user_id: person.id, studio_id: studio.id }))
  const mail = await mailOf(id)
  expect(mail.to).toEqual([{ name: 'Ada Lovelace', address: person.email }])
  expect(mail.subject).toBe('Welcome to Blue Room')
  expect(mail.messageId).toBe(`<${id}@studios.example>`)
  expect(mail.text).toContain('You have joined Blue Room.')
  expect(mail.text).toContain(`${publicUrl}/${studio.slug}`)
  expect(linksIn(mail.html)).toEqual([`${publicUrl}/${studio.slug}`])
  expect(picturesIn(mail.html)).toEqual([`${publicUrl}/files/logo.png`])
  expect(mail.html).toContain('background-color:#ff0000')
  expect(mail.html).toContain(`<title>${mail.subject}</title>`)
})

test('the welcome email of a person who chose a time before the sign-up shows it, and does not ask for a role', async () => {
  const [person, studio] = [await aPerson('Ada Lovelace'), await aStudio({ name: 'Blue Room' })]
  await database.engine.execute(
    `insert into studio_services (studio_id, key, label, position, default_minutes)
     values ($1, 'mixing', 'Mixing Session', 0, 120)`,
    [studio.id],
  )
  const welcomeWith = async (next: string | null) =>
    mailOf(await asAuth((tx) => enqueue(tx, sendWelcome, { user_id: person.id, studio_id: studio.id, next })))
  const choice = 'book=mixing&minutes=120&day=2026-12-01&time=10%3A00'
  const mail = await welcomeWith(`/other/bookings?${choice}&x=https://evil.example`)
  expect(mail.text.replace(/\s+/g, ' ')).toContain(
    'This session is not booked yet. Open it and press Create Booking. What: Mixing Session When: Tuesday, 1 December 2026, 10:00 (UTC time)',
  )
  expect(mail.text).not.toContain('choose how you want to use')
  expect(linksIn(mail.html)).toEqual([`${publicUrl}/${studio.slug}/bookings?${choice}`])
  for (const next of [null, '/x', `/x?${choice.replace('mixing', 'nothing')}`, `/x?${choice.replace('2026', '26')}`]) {
    const mailWithoutChoice = await welcomeWith(next)
    expect(mailWithoutChoice.text).not.toMatch(/choose how you want to use|not booked yet/)
    expect(linksIn(mailWithoutChoice.html)).toEqual([`${publicUrl}/${studio.slug}`])
  }
})

test('the welcome email of a person who signed up without a studio asks them to choose a role', async () => {
  const person = await aPerson('Ada Lovelace')
  const mail = await mailOf(await asAuth((tx) => enqueue(tx, sendWelcome, { user_id: person.id, studio_id: null })))
  expect(mail.subject).toBe('Welcome to StudioHub')
  expect(linksIn(mail.html)).toEqual([`${publicUrl}/auth/onboarding`])
})

test('a person who created a studio gets an email with its plan and the next step', async () => {
  const [person, studio] = [await aPerson('Ada Lovelace'), await aStudio({ name: 'Blue Room' })]
  await database.engine.execute(
    `insert into studio_subscriptions (studio_id, tier, status, current_period_start, current_period_end)
     values ($1, 'pro', 'active', now(), now() + interval '1 month')`,
    [studio.id],
  )
  const payload = { user_id: person.id, studio_id: studio.id }
  const mail = await mailOf(await asSystem((tx) => enqueue(tx, sendStudioCreated, payload)))
  expect(mail.subject).toBe('Blue Room is ready')
  expect(mail.text).toContain('Plan: Pro')
  expect(linksIn(mail.html)).toEqual([`${publicUrl}/studio`])
})

test('a recovery email has a link and a code, which the queue stores only encrypted', async () => {
  const [person, studio] = [await aPerson('Ada Lovelace'), await aStudio({ name: 'Blue Room' })]
  const link = `${publicUrl}/auth/v1/verify?token=pkce_secret&type=recovery&redirect_to=x`
  const payload = { user_id: person.id, studio_id: studio.id, ...sealLinkAndCode({ link, code: '482913' }) }
  const id = await asAuth((tx) => enqueue(tx, sendRecovery, payload))
  const mail = await mailOf(id)
  expect(mail.subject).toBe('Reset your password for Blue Room')
  expect(linksIn(mail.html)).toEqual([link])
  expect(mail.text).toContain(link)
  for (const part of [mail.html, mail.text]) expect(part).toContain('482913')
  const { rows } = await database.engine.execute('select data::text as data from pgboss.job where id = $1', [id])
  expect(rows).toHaveLength(1)
  expect(rows[0]?.data).not.toMatch(/pkce_secret|482913/)
  const confirmationPayload = { user_id: person.id, studio_id: null, ...sealLinkAndCode({ link, code: '482913' }) }
  const confirmationMail = await mailOf(await asAuth((tx) => enqueue(tx, sendConfirmation, confirmationPayload)))
  expect(confirmationMail.subject).toBe('Confirm your email address for StudioHub')
})

test("a person's name never becomes a link, a header or markup", async () => {
  const names = [
    'You won http://evil.example',
    'Visit www.evil.example',
    'a\r\nBcc: x@evil.example',
    '\u202eevil',
    'See evil.example',
    '<a href="https://evil.example">x</a>',
  ]
  for (const name of names) {
    const [person, studio] = [await aPerson(name), await aStudio({ name, logo_url: 'https://evil.example/pixel.png' })]
    await insertRole(person.id, 'client', studio.id)
    const mail = await mailOf(
      await asAuth((tx) => enqueue(tx, sendWelcome, { user_id: person.id, studio_id: studio.id })),
    )
    expect(linksIn(mail.html)).toEqual([`${publicUrl}/${studio.slug}`])
    expect(picturesIn(mail.html)).toEqual([])
    expect(mail.bcc).toBeUndefined()
    expect(`${mail.subject} ${mail.text} ${mail.html}`).not.toMatch(/evil\.example|\u202e/)
  }
})

test('a repeated job sends the same email with the same Message-ID', async () => {
  const person = await aPerson('Ada Lovelace')
  const context = {
    job_id: randomUUID(),
    now: new Date(),
    log: createLog('silent'),
    signal: new AbortController().signal,
  }
  const before = readdirSync(join(dataDir, 'outbox')).length
  await sendWelcome.handle({ user_id: person.id, studio_id: null }, context)
  const first = await mailOf(context.job_id)
  await sendWelcome.handle({ user_id: person.id, studio_id: null }, context)
  const second = await mailOf(context.job_id)
  expect(second.messageId).toBe(`<${context.job_id}@studios.example>`)
  const contentOf = ({ to, subject, html, text }: Awaited<ReturnType<typeof mailOf>>) => ({ to, subject, html, text })
  expect(contentOf(second)).toEqual(contentOf(first))
  expect(readdirSync(join(dataDir, 'outbox'))).toHaveLength(before + 1)
})

test('an email to a deleted account is not sent, and its job completes', async () => {
  const before = readdirSync(join(dataDir, 'outbox')).length
  const id = await asAuth((tx) => enqueue(tx, sendWelcome, { user_id: randomUUID(), studio_id: null }))
  await vi.waitFor(
    async () => {
      const { rows } = await database.engine.execute('select state from pgboss.job where id = $1', [id])
      expect(rows).toEqual([{ state: 'completed' }])
    },
    { timeout: 60_000 },
  )
  expect(readdirSync(join(dataDir, 'outbox'))).toHaveLength(before)
})
