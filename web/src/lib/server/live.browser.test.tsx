import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { beforeEach, expect, inject, test } from 'vitest'
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

/** Watches the page's streams. `cut` ends the open one as a lost connection does, and refuses new ones until `mend`. */
function watchStreams() {
  const { fetch } = window
  let opened = 0
  let isCut = false
  let stream = new AbortController()
  window.fetch = async (request, init) => {
    if (!(request instanceof Request && request.url.endsWith('/api/v1/events'))) return fetch(request, init)
    if (isCut) throw new TypeError('the network is away')
    stream = new AbortController()
    const answer = await fetch(request, { signal: AbortSignal.any([request.signal, stream.signal]) })
    if (answer.ok) opened += 1
    return answer
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

test('what changed while the connection was lost appears once it is back', async () => {
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

test('all parts of a page share one stream, which ends with the last of them', async () => {
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
