import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { client } from '#lib/server/api.ts'
import { checkConnection, isDisconnected, retryConnection } from '#lib/server/connection.ts'
import { queryClient } from '#lib/server/query-client.ts'
import { randomKey } from '#lib/server/random-key.ts'
import { storeSession } from '#lib/session/stored-session.ts'
import { Thread } from './thread.tsx'

const { studio_id, session } = inject('studio')
const { fetch } = window

beforeEach(() => {
  queryClient.clear()
})

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

const addressOf = ([input]: Parameters<typeof fetch>) => (input instanceof Request ? input.url : String(input))

/** A conversation with a message that the admin has not read. */
async function aConversation() {
  await signUp()
  await client.onboarding.create({ role: 'client', studio_id })
  const { client_id } = await client.profile.get()
  if (!client_id) throw new Error('The client has no record.')
  const thread = { studio_id, client_id }
  await client.conversations.createMessage({ ...thread, body: 'Hello' })
  storeSession(session)
  return thread
}

const unreadOf = async ({ client_id }: { client_id: string }) =>
  (await client.conversations.listMessages({ studio_id, client_id, limit: 1 })).conversation.unread

test('a message that could not be marked as read is marked when the connection is back', async () => {
  const thread = await aConversation()
  let failures = 0
  window.fetch = async (...request) => {
    const url = addressOf(request)
    if (!url.endsWith('/read') && !url.endsWith('/healthz')) return fetch(...request)
    failures += 1
    throw new TypeError('Failed to fetch')
  }
  await render(
    <MemoryRouter>
      <QueryClientProvider client={queryClient}>
        <Suspense>
          <Thread thread={thread} name="Nora" />
        </Suspense>
      </QueryClientProvider>
    </MemoryRouter>,
  )
  await expect.element(page.getByText('Hello')).toBeInTheDocument()
  await expect.poll(() => failures).toBeGreaterThan(0)
  checkConnection()
  await expect.poll(isDisconnected).toBe(true)
  expect(await unreadOf(thread)).toBe(1)
  window.fetch = async (...request) => (addressOf(request).endsWith('/healthz') ? new Response() : fetch(...request))
  await retryConnection()
  await expect.poll(() => unreadOf(thread)).toBe(0)
})
