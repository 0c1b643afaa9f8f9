import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, inject, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { client } from '#lib/server/api.ts'
import { queryClient } from '#lib/server/query-client.ts'
import { randomKey } from '#lib/server/random-key.ts'
import { storeSession } from '#lib/session/stored-session.ts'
import { ConversationList } from './conversation-list.tsx'

const { studio_id, session } = inject('studio')

beforeEach(() => {
  queryClient.clear()
})

/** A conversation that begins with a message of its client. */
async function aConversation() {
  const response = await fetch('/auth/v1/signup', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${randomKey()}@example.com`, password: 'correct horse battery' }),
  })
  storeSession(await response.text())
  await client.onboarding.create({ role: 'client', studio_id })
  const { client_id } = await client.profile.get()
  if (!client_id) throw new Error('The client has no record.')
  const thread = { studio_id, client_id }
  const message = await client.conversations.createMessage({ ...thread, body: `Hello ${client_id}` })
  storeSession(session)
  return { thread, message }
}

test('a conversation waits for an answer after it was read, until the studio has answered', async () => {
  const { thread, message } = await aConversation()
  await client.conversations.read({ ...thread, seq: message.seq })
  await render(
    <MemoryRouter>
      <QueryClientProvider client={queryClient}>
        <ConversationList
          studio_id={studio_id}
          selected={{ client: null, project: null }}
          listPath="/studio/messages"
          emptyText="Nothing"
        />
      </QueryClientProvider>
    </MemoryRouter>,
  )
  const row = page.getByRole('link').filter({ hasText: thread.client_id })
  await expect.element(row).toMatchTextContent(/Unanswered/)
  expect(row.element().textContent).not.toContain('unread')
  await client.conversations.createMessage({ ...thread, body: `Welcome ${thread.client_id}` })
  await queryClient.invalidateQueries()
  await expect.element(row).toMatchTextContent(/Studio: Welcome/)
  expect(row.element().textContent).not.toContain('Unanswered')
})
