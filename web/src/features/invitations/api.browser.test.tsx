import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, inject, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { client } from '#lib/server/api.ts'
import { queryClient } from '#lib/server/query-client.ts'
import { randomKey } from '#lib/server/random-key.ts'
import { storeSession } from '#lib/session/stored-session.ts'
import { useCreateInvitation, useResendInvitation } from './api.ts'

const { studio_id, session } = inject('studio')

beforeEach(() => {
  storeSession(session)
})

/** Buttons that invite a person and send an invitation again, and the status of each call. */
function Invitations({ email, id = '' }: { email: string; id?: string }) {
  const create = useCreateInvitation()
  const resend = useResendInvitation()
  return (
    <>
      <button type="button" onClick={() => create.mutate({ studio_id, full_name: 'Ivo Invited', email })}>
        Invite
      </button>
      <output aria-label="Invited">{create.status}</output>
      <button type="button" onClick={() => resend.mutate({ id })}>
        Send again
      </button>
      <output aria-label="Sent again">{resend.status}</output>
    </>
  )
}

const open = (props: { email: string; id?: string }) =>
  render(
    <QueryClientProvider client={queryClient}>
      <Invitations {...props} />
    </QueryClientProvider>,
  )

const anAddress = () => `${randomKey()}@example.com`
const expectStatus = (name: string, status: string) =>
  expect.element(page.getByRole('status', { name })).toHaveTextContent(status)

/** Lets the server run changes, but loses their responses. @returns a function that ends this */
function loseResponses() {
  const { fetch } = window
  window.fetch = async (...request) => {
    const response = await fetch(...request)
    if (request[0] instanceof Request && request[0].method === 'POST') throw new TypeError('the connection was lost')
    return response
  }
  return () => {
    window.fetch = fetch
  }
}

test('a double click invites a person once, without an error', async () => {
  await open({ email: anAddress() })
  await page.getByRole('button', { name: 'Invite' }).dblClick()
  await expectStatus('Invited', 'success')
})

test('a retry after a lost response shows the invitation that was sent', async () => {
  await open({ email: anAddress() })
  const stopLosing = loseResponses()
  await page.getByRole('button', { name: 'Invite' }).click()
  await expectStatus('Invited', 'error')
  stopLosing()
  await page.getByRole('button', { name: 'Invite' }).click()
  await expectStatus('Invited', 'success')
})

test('after a lost response, sending again counts once', async () => {
  const email = anAddress()
  const { id } = await client.invitations.create({ studio_id, full_name: 'Ivo Invited', email })
  await open({ email, id })
  const stopLosing = loseResponses()
  await page.getByRole('button', { name: 'Send again' }).click()
  await expectStatus('Sent again', 'error')
  stopLosing()
  await page.getByRole('button', { name: 'Send again' }).click()
  await expectStatus('Sent again', 'success')
  const { items } = await client.invitations.list({ studio_id })
  expect(items.find((invitation) => invitation.id === id)).toMatchObject({ resends_left: 2 })
})
