import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { beforeEach, expect, inject, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { storeSession } from '../session/stored-session.ts'
import { api, client } from './api.ts'
import { useLive } from './live.ts'
import { queryClient } from './query-client.ts'

const tasksKey = api.tasks.key()

beforeEach(() => {
  storeSession(inject('studio').session)
  queryClient.clear()
})

function TaskTitles() {
  useLive('tasks', tasksKey)
  const { data } = useQuery(api.tasks.list.queryOptions({ input: { scope: 'all', limit: 100 } }))
  return <output>{data?.items.map(({ title }) => title).join(', ')}</output>
}

const renderTitles = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <TaskTitles />
    </QueryClientProvider>,
  )

/** Counts the page's streams. `cut` ends the open one like a lost connection, and new ones fail until `mend` is called. */
function watchStreams() {
  const { fetch } = window
  let opened = 0
  let isCut = false
  let stream = new AbortController()
  window.fetch = async (request, init) => {
    if (!(request instanceof Request && new URL(request.url).pathname === '/api/v1/events')) return fetch(request, init)
    if (isCut) throw new TypeError('the network is away')
    stream = new AbortController()
    const response = await fetch(request, { signal: AbortSignal.any([request.signal, stream.signal]) })
    if (response.ok) opened += 1
    return response
  }
  return {
    opened: () => opened,
    cut() {
      isCut = true
      stream.abort()
    },
    mend() {
      isCut = false
      window.dispatchEvent(new Event('online'))
    },
    [Symbol.dispose]() {
      window.fetch = fetch
    },
  }
}

test('a change at the server appears without a reload', async () => {
  using streams = watchStreams()
  const screen = await renderTitles()
  await expect.poll(streams.opened).toBe(1)
  await client.tasks.create({ title: 'Coil the cables' })
  await expect.element(screen.getByRole('status')).toMatchTextContent(/Coil the cables/)
})

test('changes made during a lost connection appear once it is back', async () => {
  using streams = watchStreams()
  const screen = await renderTitles()
  await expect.poll(streams.opened).toBe(1)
  streams.cut()
  await client.tasks.create({ title: 'Dust the console' })
  await expect.element(screen.getByRole('status')).not.toMatchTextContent(/Dust the console/)
  streams.mend()
  await expect.element(screen.getByRole('status')).toMatchTextContent(/Dust the console/)
  expect(streams.opened()).toBe(2)
})

test('all parts of a page share one stream, which ends when the last part is removed', async () => {
  using streams = watchStreams()
  const first = await renderTitles()
  const second = await renderTitles()
  await expect.poll(streams.opened).toBe(1)
  await first.unmount()
  await client.tasks.create({ title: 'Change the lamp' })
  await expect.element(second.getByText(/Change the lamp/)).toBeVisible()
  await second.unmount()
  await renderTitles()
  await expect.poll(streams.opened).toBe(2)
})

function OtherPart() {
  useLive('projects', api.projects.key())
  return null
}

test('a page that is opened again shows the changes made since it was left', async () => {
  using streams = watchStreams()
  // Another part of the page keeps the stream open.
  await render(
    <QueryClientProvider client={queryClient}>
      <OtherPart />
    </QueryClientProvider>,
  )
  const page = await renderTitles()
  await expect.poll(streams.opened).toBe(1)
  await client.tasks.create({ title: 'Label the tapes' })
  await expect.element(page.getByRole('status')).toMatchTextContent(/Label the tapes/)
  await page.unmount()
  await client.tasks.create({ title: 'Empty the ashtray' })
  await expect
    .poll(() => queryClient.getQueryCache().findAll({ queryKey: tasksKey, stale: true }).length, { timeout: 5_000 })
    .toBe(1)
  const reopenedPage = await renderTitles()
  await expect.element(reopenedPage.getByRole('status')).toMatchTextContent(/Empty the ashtray/)
  expect(streams.opened()).toBe(1)
})

function TaskListener() {
  useLive('tasks', ['other-tasks'])
  return null
}

test('a page that was left is forgotten once its data has left the cache', async () => {
  using streams = watchStreams()
  await render(
    <QueryClientProvider client={queryClient}>
      <TaskListener />
    </QueryClientProvider>,
  )
  const page = await renderTitles()
  await expect.poll(streams.opened).toBe(1)
  await page.unmount()
  queryClient.clear()
  const nextPage = await render(
    <QueryClientProvider client={queryClient}>
      <OtherPart />
    </QueryClientProvider>,
  )
  await nextPage.unmount()
  const findAll = vi.spyOn(queryClient.getQueryCache(), 'findAll')
  const readKeys = () => findAll.mock.calls.map(([filters]) => filters?.queryKey)
  await client.tasks.create({ title: 'Oil the door' })
  await expect.poll(readKeys).toContainEqual(['other-tasks'])
  expect(readKeys()).not.toContainEqual(tasksKey)
  findAll.mockRestore()
})
