import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { beforeEach, expect, inject, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { api, client } from '#lib/server/api.ts'
import { queryClient } from '#lib/server/query-client.ts'
import { refetchQueries } from '#lib/server/refetch-queries.ts'
import { storeSession } from '#lib/session/stored-session.ts'
import { useMovePhase, useProject } from './api.ts'

const { studio_id, session } = inject('studio')

beforeEach(() => {
  storeSession(session)
  queryClient.clear()
})

type Parts = { id: string; readSlowPart: () => Promise<string> }

/** The phase of a project, a button that moves it, and a part of its page that loads slowly. */
function MovableProject({ id, readSlowPart }: Parts) {
  const { data: project } = useProject(id)
  const { data: slowPart } = useQuery({ queryKey: [...api.projects.key(), 'slow part'], queryFn: readSlowPart })
  const move = useMovePhase()
  return (
    <>
      <button type="button" onClick={() => move.mutate({ id, direction: 'next', version: project?.version ?? 0 })}>
        Move
      </button>
      <output>{`in ${project?.phase}, ${slowPart ?? 'loading'}, ${move.status}`}</output>
    </>
  )
}

test('a slow response does not replace the newer phase that another person chose', async () => {
  const { id: client_id } = await client.clients.create({ studio_id, name: 'Nora' })
  const { id } = await client.projects.create({ studio_id, client_id, title: 'Night Drive', project_type: 'music' })
  const { promise: slowPart, resolve } = Promise.withResolvers<string>()
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <MovableProject id={id} readSlowPart={() => slowPart} />
    </QueryClientProvider>,
  )
  const status = screen.getByRole('status')
  await expect.element(status).toHaveTextContent('in pre_production, loading, idle')
  await screen.getByRole('button', { name: 'Move' }).click()
  await expect.element(status).toHaveTextContent('in production, loading, pending')
  await client.projects.movePhase({ id, direction: 'next' })
  void refetchQueries(queryClient, api.projects.key())
  await expect.element(status).toHaveTextContent('in post_production, loading, pending')
  resolve('loaded')
  await expect.element(status).toHaveTextContent('in post_production, loaded, success')
})
