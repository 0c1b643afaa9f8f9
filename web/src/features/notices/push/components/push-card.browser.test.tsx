import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { readPushSupport } from '#lib/offline/subscription.ts'
import { client } from '#lib/server/api.ts'
import { queryClient } from '#lib/server/query-client.ts'
import { randomKey } from '#lib/server/random-key.ts'
import { storeSession } from '#lib/session/stored-session.ts'
import { PushCard } from './push-card.tsx'

// The browser of the tests may not support notifications.
vi.mock('#lib/offline/subscription.ts', { spy: true })

const { session } = inject('studio')
const { fetch } = window
const NIGHT = { from: '22:00', until: '07:00', timezone: 'UTC' }

const base64url = (bytes: Uint8Array) => bytes.toBase64({ alphabet: 'base64url', omitPadding: true })

/** Registers a device, because without one there are no settings. */
async function createDevice() {
  const keys = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits'])
  const { public_key } = await client.push.get()
  await client.push.createDevice({
    endpoint: `https://push.example.com/${randomKey()}`,
    p256dh: base64url(new Uint8Array(await crypto.subtle.exportKey('raw', keys.publicKey))),
    auth: base64url(crypto.getRandomValues(new Uint8Array(16))),
    public_key,
  })
}

beforeEach(async () => {
  storeSession(session)
  queryClient.clear()
  await createDevice()
  await client.push.updateSettings({ muted: [], quiet: NIGHT })
})

afterEach(() => {
  window.fetch = fetch
  vi.mocked(readPushSupport).mockReset()
})

const field = {
  from: page.getByRole('combobox', { name: 'From' }),
  until: page.getByRole('combobox', { name: 'Until' }),
}

const renderCard = () =>
  render(
    <MemoryRouter>
      <QueryClientProvider client={queryClient}>
        <Suspense>
          <PushCard />
        </Suspense>
      </QueryClientProvider>
    </MemoryRouter>,
  )

async function openCard() {
  await renderCard()
  await expect.element(field.from).toHaveValue('22:00')
}

/** Holds back the answers to saved settings. @returns a function that lets them through */
function holdAnswers() {
  const { promise, resolve } = Promise.withResolvers<void>()
  window.fetch = async (...request) => {
    const response = await fetch(...request)
    const [sent] = request
    if (sent instanceof Request && sent.method === 'PUT') await promise
    return response
  }
  return resolve
}

const settings = async () => (await client.push.get()).settings

test('both times that are typed one after the other are saved, before the first is saved', async () => {
  await openCard()
  const release = holdAnswers()
  await field.from.fill('21:00')
  await field.until.fill('06:30')
  await page.getByRole('switch', { name: 'Quiet hours' }).element().focus()
  release()
  await expect.poll(settings).toMatchObject({ quiet: { from: '21:00', until: '06:30' } })
  await expect.element(field.from).toHaveValue('21:00')
  await expect.element(field.until).toHaveValue('06:30')
})

test('what is typed in one time stays while the other is saved', async () => {
  await openCard()
  const release = holdAnswers()
  await field.from.fill('21:00')
  await field.until.fill('06:3')
  release()
  await expect.poll(() => queryClient.isMutating()).toBe(0)
  await expect.element(field.until).toHaveFocus()
  await expect.element(field.until).toHaveValue('06:3')
})

test('a topic that is switched off while a time is saved keeps the time', async () => {
  await openCard()
  const release = holdAnswers()
  await field.from.fill('21:00')
  await page.getByRole('switch', { name: 'Sessions' }).click()
  release()
  await expect.poll(settings).toMatchObject({ muted: ['sessions'], quiet: { from: '21:00', until: '07:00' } })
})

test('a change that fails shows the saved settings again', async () => {
  await openCard()
  await field.from.fill('07:00')
  await page.getByRole('switch', { name: 'Quiet hours' }).element().focus()
  await expect.element(field.from).toHaveValue('22:00')
  expect(await settings()).toMatchObject({ quiet: NIGHT })
})

async function deleteDevices() {
  const { devices } = await client.push.get()
  for (const { id } of devices) await client.push.deleteDevice({ id })
}

const deviceSwitch = page.getByRole('switch', { name: 'Notify me on this device' })
const blockedNotice = page.getByText(/^Your browser blocks notifications/)

test('without a device there is only the switch that turns one on', async () => {
  await deleteDevices()
  vi.mocked(readPushSupport).mockReturnValue('supported')
  await renderCard()
  await expect.element(deviceSwitch).toBeEnabled()
  await expect.element(page.getByText(/^After you turn on a device, you can choose/)).toBeVisible()
  expect(page.getByRole('switch').elements()).toHaveLength(1)
})

test('a browser that blocks notifications says so instead of showing a switch that does nothing', async () => {
  await deleteDevices()
  vi.mocked(readPushSupport).mockReturnValue('blocked')
  await renderCard()
  await expect.element(blockedNotice).toBeVisible()
  expect(page.getByRole('switch').elements()).toEqual([])
})

test('a device that the browser blocks later can still be turned off', async () => {
  vi.mocked(readPushSupport).mockReturnValue('blocked')
  await openCard()
  await expect.element(blockedNotice).toBeVisible()
  await expect.element(deviceSwitch).toBeEnabled()
})

test('a device is turned off only after another tab has changed the subscription', async () => {
  vi.mocked(readPushSupport).mockReturnValue('supported')
  await openCard()
  const { promise: otherTabIsDone, resolve: finishOtherTab } = Promise.withResolvers<void>()
  const otherTab = navigator.locks.request('studiohub.push', () => otherTabIsDone)
  const countDevices = async () => (await client.push.get()).devices.filter(({ is_current }) => is_current).length
  await deviceSwitch.click()
  const readWaiting = async () => (await navigator.locks.query()).pending?.map(({ name }) => name)
  await expect.poll(readWaiting).toEqual(['studiohub.push'])
  expect(await countDevices()).toBe(1)
  finishOtherTab()
  await otherTab
  await expect.poll(countDevices).toBe(0)
})
