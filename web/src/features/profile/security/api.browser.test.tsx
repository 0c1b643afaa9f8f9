import { AuthError } from '@supabase/auth-js'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { beforeEach, expect, inject, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { queryClient } from '#lib/server/query-client.ts'
import { getAuthClient } from '#lib/session/auth.ts'
import { storeSession } from '#lib/session/stored-session.ts'
import { useAddKey, useRemovePasskey, useSessions } from './api.ts'

const { session } = inject('studio')

beforeEach(() => {
  queryClient.clear()
  storeSession(session)
})

const renderInApp = (Component: () => ReactNode) =>
  render(
    <QueryClientProvider client={queryClient}>
      <Component />
    </QueryClientProvider>,
  )

test('removing a passkey reads the sessions again, because the server ends those that it signed in', async () => {
  const { passkey } = await getAuthClient()
  vi.spyOn(passkey, 'delete').mockResolvedValue({ data: null, error: null })
  await renderInApp(() => {
    const remove = useRemovePasskey()
    const sessions = useSessions()
    return (
      <>
        <button type="button" onClick={() => remove.mutate({ passkeyId: 'any' })}>
          Remove
        </button>
        <output>{sessions.dataUpdatedAt}</output>
      </>
    )
  })
  const updated = page.getByRole('status')
  const readTime = () => Number(updated.element().textContent)
  await expect.poll(readTime).toBeGreaterThan(0)
  const before = readTime()
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect.poll(readTime).toBeGreaterThan(before)
})

test('if the cleanup after a rejected security key fails too, the reason of the rejection is shown', async () => {
  const { mfa } = await getAuthClient()
  const error = new AuthError('The key was not touched')
  vi.spyOn(mfa.webauthn, 'register').mockResolvedValue({ data: null, error })
  vi.spyOn(mfa, 'listFactors').mockRejectedValue(new Error('No connection'))
  await renderInApp(() => {
    const add = useAddKey()
    return (
      <>
        <button type="button" onClick={() => add.mutate({ friendlyName: 'Key' })}>
          Add
        </button>
        <output>{add.error?.message}</output>
      </>
    )
  })
  await page.getByRole('button', { name: 'Add' }).click()
  await expect.element(page.getByRole('status')).toHaveTextContent('The key was not touched')
})
