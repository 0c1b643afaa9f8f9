import type { CardChanges } from '@studiohub/contract/features/board/schema.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { client } from '#lib/server/api.ts'
import { queryClient } from '#lib/server/query-client.ts'
import { storeSession } from '#lib/session/stored-session.ts'
import { useCard, useLiveBoard } from '../api.ts'
import { CardComments } from './card-comments.tsx'
import { CardForm } from './card-form.tsx'

const { studio_id, session } = inject('studio')
const { fetch } = window

let id = ''

beforeEach(async () => {
  storeSession(session)
  queryClient.clear()
  const { id: client_id } = await client.clients.create({ studio_id, name: 'Nora' })
  const project = await client.projects.create({ studio_id, client_id, title: 'Night Drive', project_type: 'music' })
  id = (await client.board.create({ project_id: project.id, title: 'Write verse' })).id
})

afterEach(() => {
  window.fetch = fetch
})

function OpenCard() {
  useLiveBoard()
  const { data: card } = useCard(id)
  if (!card) return null
  return (
    <>
      <CardForm card={card} />
      <CardComments card={card} />
      <output>{`version ${card.version}`}</output>
    </>
  )
}

async function openCard() {
  const screen = await render(
    <MemoryRouter>
      <QueryClientProvider client={queryClient}>
        <Suspense>
          <OpenCard />
        </Suspense>
      </QueryClientProvider>
    </MemoryRouter>,
  )
  const field = (name: string) => screen.getByRole('textbox', { name, exact: true })
  return {
    screen,
    title: field('Title'),
    description: field('Description'),
    comment: field('Comment'),
    click: (name: string) => screen.getByRole('button', { name, exact: true }).click(),
  }
}

const saveElsewhere = (changes: CardChanges) => client.board.update({ id, ...changes })
const storedCard = async () => {
  const { title, description } = await client.board.get({ id })
  return { title, description }
}
const comments = async () => (await client.board.listComments({ id })).items.map(({ body }) => body)

/** Counts failed changes of cards. */
function countStale() {
  const counts = { stale: 0 }
  window.fetch = async (...request) => {
    const response = await fetch(...request)
    if (response.status === 409) counts.stale += 1
    return response
  }
  return counts
}

test("another user's change appears in the form, and saving keeps it", async () => {
  const { title, description, click } = await openCard()
  await description.fill('Four lines')
  await saveElsewhere({ title: 'Write chorus' })
  await expect.element(title).toHaveValue('Write chorus')
  await expect.element(description).toHaveValue('Four lines')
  await click('Save changes')
  await expect.poll(storedCard).toEqual({ title: 'Write chorus', description: 'Four lines' })
  await description.fill('Eight lines')
  await click('Save changes')
  await expect.poll(storedCard).toEqual({ title: 'Write chorus', description: 'Eight lines' })
})

test('if both users change a field, saving fails and the input stays', async () => {
  const { screen, title, click } = await openCard()
  const counts = countStale()
  await title.fill('Write bridge')
  const { version } = await saveElsewhere({ title: 'Write chorus' })
  await expect.element(screen.getByRole('status')).toHaveTextContent(`version ${version}`)
  await click('Save changes')
  await expect.poll(() => counts.stale).toBe(1)
  await expect.element(title).toHaveValue('Write bridge')
  expect((await storedCard()).title).toBe('Write chorus')
})

test('what is typed while a comment is sent stays, and a retry after a lost response creates no second comment', async () => {
  const { comment, click } = await openCard()
  const { promise, resolve } = Promise.withResolvers<void>()
  let isLost = true
  window.fetch = async (...request) => {
    const response = await fetch(...request)
    if (response.status !== 201) return response
    await promise
    if (isLost) throw new TypeError('the connection was lost')
    return response
  }
  await comment.fill('Sounds good')
  await click('Comment')
  await expect.element(comment).toHaveValue('')
  resolve()
  await expect.element(comment).toHaveValue('Sounds good')
  isLost = false
  await click('Comment')
  await comment.fill('One more')
  await expect.poll(comments).toEqual(['Sounds good'])
  await expect.element(comment).toHaveValue('One more')
})
