import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, inject, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { storeSession } from '../session/stored-session.ts'
import { client } from './api.ts'
import { queryClient } from './query-client.ts'
import { useAction } from './use-action.ts'

beforeEach(() => {
  storeSession(inject('studio').session)
})

/** A button that creates a task, and the status of the call. */
function CreateTask({ title }: { title: string }) {
  const create = useAction({ send: client.tasks.create, once: true })
  return (
    <>
      <button type="button" onClick={() => create.mutate({ title })}>
        Create
      </button>
      <output>{create.status}</output>
    </>
  )
}

const renderCreate = (title: string) =>
  render(
    <QueryClientProvider client={queryClient}>
      <CreateTask title={title} />
    </QueryClientProvider>,
  )

async function countTasks(title: string) {
  const { items } = await client.tasks.list({ scope: 'all', limit: 100 })
  return items.filter((task) => task.title === title).length
}

/** Lets the server run creating calls, but loses their responses. @returns a function that ends this */
function loseResponses() {
  const { fetch } = window
  window.fetch = async (...request) => {
    const response = await fetch(...request)
    if (response.status === 201) throw new TypeError('the connection was lost')
    return response
  }
  return () => {
    window.fetch = fetch
  }
}

test('a double click creates one task', async () => {
  const screen = await renderCreate('Tune the piano')
  await screen.getByRole('button').dblClick()
  await expect.element(screen.getByRole('status')).toHaveTextContent('success')
  expect(await countTasks('Tune the piano')).toBe(1)
})

test('a retry after a lost response creates no second task, and the next call creates another one', async () => {
  const screen = await renderCreate('Order strings')
  const stopLosing = loseResponses()
  await screen.getByRole('button').click()
  await expect.element(screen.getByRole('status')).toHaveTextContent('error')
  stopLosing()
  await screen.getByRole('button').click()
  await expect.element(screen.getByRole('status')).toHaveTextContent('success')
  expect(await countTasks('Order strings')).toBe(1)
  await screen.getByRole('button').click()
  await expect.poll(() => countTasks('Order strings')).toBe(2)
})
