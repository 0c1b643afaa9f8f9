import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense } from 'react'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { client } from '#lib/server/api.ts'
import { queryClient } from '#lib/server/query-client.ts'
import { randomKey } from '#lib/server/random-key.ts'
import { storeSession } from '#lib/session/stored-session.ts'
import { Toaster } from '#ui/toast.tsx'
import OnboardingScreen from './onboarding-screen.tsx'

const { fetch } = window

beforeEach(async () => {
  queryClient.clear()
  const response = await fetch('/auth/v1/signup', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${randomKey()}@example.com`, password: 'correct horse battery' }),
  })
  storeSession(await response.text())
})

afterEach(() => {
  window.fetch = fetch
})

const Path = () => <output aria-label="Path">{useLocation().pathname}</output>
const path = page.getByRole('status', { name: 'Path' })
const alertText = () => document.body.innerText

async function choosePartner() {
  await render(
    <MemoryRouter initialEntries={['/auth/onboarding']}>
      <QueryClientProvider client={queryClient}>
        <Suspense>
          <OnboardingScreen />
          <Path />
          <Toaster />
        </Suspense>
      </QueryClientProvider>
    </MemoryRouter>,
  )
  await page.getByRole('radio', { name: /Partner/ }).click()
}

const clickContinue = () => {
  const button = page.getByRole('button', { name: 'Continue' }).element()
  if (button instanceof HTMLElement) button.click()
}

test('a double click assigns the role once', async () => {
  let created = 0
  window.fetch = (...request) => {
    const [sent] = request
    if (sent instanceof Request && sent.method === 'POST') created += 1
    return fetch(...request)
  }
  await choosePartner()
  clickContinue()
  clickContinue()
  await expect.element(path).toHaveTextContent('/partner/dashboard')
  expect(created).toBe(1)
  expect(alertText()).not.toContain('Error')
})

test('a user who already has a role goes to its home, whatever they choose', async () => {
  await choosePartner()
  await client.onboarding.create({ role: 'partner' })
  clickContinue()
  await expect.element(path).toHaveTextContent('/partner/dashboard')
  expect(alertText()).not.toContain('Error')
})

test('if only the reload of the user fails, there is no error, and the callback continues', async () => {
  window.fetch = async (...request) => {
    const [sent] = request
    if (sent instanceof Request && sent.url.endsWith('/api/v1/me')) throw new TypeError('Failed to fetch')
    return fetch(...request)
  }
  await choosePartner()
  clickContinue()
  await expect.element(path).toHaveTextContent('/auth/callback')
  expect(alertText()).not.toContain('Error')
})

// The last test, because its toast stays for eight seconds and the others expect none.
test('after a lost answer, a second click opens the home of the role', async () => {
  window.fetch = async (...request) => {
    const response = await fetch(...request)
    if (response.status === 201) throw new TypeError('Failed to fetch')
    return response
  }
  await choosePartner()
  clickContinue()
  await expect.poll(alertText).toContain('Error')
  window.fetch = fetch
  clickContinue()
  await expect.element(path).toHaveTextContent('/partner/dashboard')
})
