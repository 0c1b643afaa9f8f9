import type { Conversation } from '@studiohub/contract/features/conversations/schema.ts'
import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { expect, inject, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { loadTemporal } from '#lib/page/browser-time.ts'
import { api } from '#lib/server/api.ts'
import { queryClient } from '#lib/server/query-client.ts'
import { UnreadMessages } from './unread-messages.tsx'

const { studio_id } = inject('studio')

const aConversation = (client_name: string, last_from_studio: boolean): Conversation => ({
  id: client_name,
  studio_id,
  client_id: client_name,
  client_name,
  project_id: null,
  project_title: null,
  last_message_at: '2026-11-24T10:00:00Z',
  last_text: 'Can I bring a second singer?',
  last_files: 0,
  last_from_studio,
  unread: 1,
})

test('a conversation that a colleague has answered does not wait for an answer', async () => {
  await loadTemporal()
  queryClient.setDefaultOptions({
    queries: { ...queryClient.getDefaultOptions().queries, staleTime: Number.POSITIVE_INFINITY },
  })
  const items = [aConversation('Cleo Marsh', false), aConversation('Ben Alvarez', true)]
  const input = { studio_id, limit: 25, show: 'unread' as const }
  queryClient.setQueryData(api.conversations.list.infiniteKey({ input: () => input, initialPageParam: undefined }), {
    pages: [{ items, next_cursor: null }],
    pageParams: [undefined],
  })
  const studio = { id: studio_id, timezone: 'UTC' } as Studio
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <UnreadMessages studio={studio} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await expect.element(screen.getByRole('heading')).toHaveTextContent('Messages1 waiting for an answer')
  const rows = [...screen.container.querySelectorAll('li')].map(({ textContent }) => textContent)
  expect(rows).toEqual([expect.stringMatching(/^Cleo Marsh/)])
})
