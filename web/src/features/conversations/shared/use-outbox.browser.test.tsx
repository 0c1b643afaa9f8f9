import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { deleteAllDrafts, readDraft } from '#lib/forms/draft-storage.ts'
import { client } from '#lib/server/api.ts'
import { queryClient } from '#lib/server/query-client.ts'
import { randomKey } from '#lib/server/random-key.ts'
import { storeSession } from '#lib/session/stored-session.ts'
import type { ConversationKey } from '../api.ts'
import { useOutbox } from './use-outbox.ts'

const { studio_id, session } = inject('studio')
const { fetch } = window
const USER = 'ada'

let thread: ConversationKey

beforeEach(async () => {
  storeSession(session)
  deleteAllDrafts()
  queryClient.clear()
  const { id } = await client.clients.create({ studio_id, name: 'Nora', email: `nora-${randomKey()}@example.com` })
  thread = { studio_id, client_id: id }
})

afterEach(() => {
  window.fetch = fetch
})

function Conversation({ thread }: { thread: ConversationKey }) {
  const outbox = useOutbox(thread, USER)
  return (
    <>
      <input aria-label="Message" value={outbox.body} onChange={({ target }) => outbox.setBody(target.value)} />
      <button type="button" onClick={() => outbox.send([])}>
        Send
      </button>
      <output>{outbox.unsent.map(({ body, error }) => `${body}: ${error ?? 'Sending'}`).join('\n')}</output>
    </>
  )
}

const openConversation = (opened = thread) =>
  render(
    <QueryClientProvider client={queryClient}>
      <Conversation thread={opened} />
    </QueryClientProvider>,
  )

type Screen = Awaited<ReturnType<typeof openConversation>>

async function send(screen: Screen, text: string) {
  await screen.getByLabelText('Message').fill(text)
  await screen.getByRole('button', { name: 'Send' }).click()
}

/** Holds back the responses to messages. @returns a function that lets them through, or fails them with an error */
function holdResponses() {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  // A rejection that nobody waits for would fail the test.
  promise.catch(() => null)
  window.fetch = async (...request) => {
    const response = await fetch(...request)
    if (response.status === 201) await promise
    return response
  }
  return (error?: Error) => (error ? reject(error) : resolve())
}

const messages = async () =>
  (await client.conversations.listMessages({ ...thread, limit: 10 })).items.map(({ body }) => body)

const draft = () => readDraft(`${USER}.messages ${studio_id} ${thread.client_id} `)

test('two messages that are sent quickly are both sent', async () => {
  const screen = await openConversation()
  const release = holdResponses()
  await send(screen, 'First')
  await send(screen, 'Second')
  await expect.element(screen.getByRole('status')).toHaveTextContent('First: Sending Second: Sending')
  release()
  await expect.element(screen.getByRole('status')).toBeEmptyDOMElement()
  expect(await messages()).toEqual(['Second', 'First'])
})

test('a message that is sent while its conversation is closed is no longer there when it opens again', async () => {
  const first = await openConversation()
  const release = holdResponses()
  await send(first, 'First')
  await first.getByLabelText('Message').fill('Not finished')
  await first.unmount()
  release()
  await expect.poll(draft).toEqual({ body: 'Not finished', unsent: [] })
  const second = await openConversation()
  await expect.element(second.getByLabelText('Message')).toHaveValue('Not finished')
  await expect.element(second.getByRole('status')).toBeEmptyDOMElement()
})

test('a conversation that opens again shows whether its message was sent', async () => {
  const first = await openConversation()
  const release = holdResponses()
  await send(first, 'First')
  await first.unmount()
  const second = await openConversation()
  await expect.element(second.getByRole('status')).toHaveTextContent('First: Sending')
  release()
  await expect.element(second.getByRole('status')).toBeEmptyDOMElement()
  const fail = holdResponses()
  await send(second, 'Second')
  await second.unmount()
  fail(new TypeError('the connection was lost'))
  const third = await openConversation()
  await expect
    .element(third.getByRole('status'))
    .toHaveTextContent('Second: We could not reach the server. Check your connection and try again.')
})

test('a text that was typed at one studio is not shown at another one', async () => {
  const screen = await openConversation()
  await screen.getByLabelText('Message').fill('For the first studio')
  await screen.unmount()
  const other = await openConversation({ ...thread, studio_id: randomKey() })
  await expect.element(other.getByLabelText('Message')).toHaveValue('')
})
