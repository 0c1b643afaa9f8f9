import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { accountQuery } from '#features/auth/factors/api.ts'
import { queryClient } from '#lib/server/query-client.ts'
import { randomKey } from '#lib/server/random-key.ts'
import { callAuth } from '#lib/session/auth.ts'
import { storeSession } from '#lib/session/stored-session.ts'
import { AddApp } from './add-app.tsx'

const { fetch } = window

afterEach(() => {
  window.fetch = fetch
})

async function signUp() {
  const response = await fetch('/auth/v1/signup', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${randomKey()}@example.com`, password: 'correct horse battery' }),
  })
  storeSession(await response.text())
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The code that an authenticator app shows now (RFC 6238). */
async function appCode(secret: string) {
  const bits = [...secret].map((letter) => LETTERS.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const bytes = Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2))
  const counter = new DataView(new ArrayBuffer(8))
  counter.setBigUint64(0, BigInt(Math.floor(Date.now() / 30_000)))
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-1' }, false, ['sign'])
  const mac = new DataView(await crypto.subtle.sign('HMAC', key, counter))
  const number = mac.getUint32(mac.getUint8(19) & 15) & 0x7f_ff_ff_ff
  return String(number % 1_000_000).padStart(6, '0')
}

function Security() {
  useQuery(accountQuery())
  return <AddApp existingNames={[]} onClose={() => {}} />
}

const listApps = async () => (await callAuth((client) => client.mfa.listFactors())).totp

test('an app that was just confirmed stays if the dialog closes while the page is refetched', async () => {
  await signUp()
  const screen = await render(
    <MemoryRouter>
      <QueryClientProvider client={queryClient}>
        <Security />
      </QueryClientProvider>
    </MemoryRouter>,
  )
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect.element(page.getByLabelText('Six-digit code')).toBeInTheDocument()
  const field = page.getByLabelText(/type this secret/).element()
  const secret = field instanceof HTMLTextAreaElement ? field.value : ''
  await page.getByLabelText('Six-digit code').fill(await appCode(secret.replaceAll(' ', '')))
  const { promise, resolve } = Promise.withResolvers<void>()
  let isRefetching = false
  let deletes = 0
  window.fetch = async (...request) => {
    const [url, init] = request
    if (init?.method === 'DELETE') deletes += 1
    if (init?.method === 'GET' && String(url).endsWith('/user')) {
      isRefetching = true
      await promise
    }
    return fetch(...request)
  }
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect.poll(() => isRefetching).toBe(true)
  await screen.unmount()
  resolve()
  await expect.poll(() => listApps()).toHaveLength(1)
  expect(deletes).toBe(0)
})
