import { expect, test } from 'vitest'
import { sendInOrder } from './send-in-order.ts'

test('a second change waits for the first and sends its new version', async () => {
  const firstResponse = Promise.withResolvers<{ id: string; version: number }>()
  const sent: number[] = []
  const firstChange = sendInOrder('a', (version) => {
    sent.push(version)
    return firstResponse.promise
  })
  const secondChange = sendInOrder('a', async (version) => {
    sent.push(version)
    return { id: 'a', version: 3 }
  })
  const other = await sendInOrder('b', async (version) => ({ id: 'b', version: version + 7 }))
  expect({ sent, other: other.version }).toEqual({ sent: [0], other: 7 })
  firstResponse.resolve({ id: 'a', version: 2 })
  await Promise.all([firstChange, secondChange])
  expect(sent).toEqual([0, 2])
})

test('a rejected change does not stop the next one', async () => {
  const rejection = sendInOrder('c', () => Promise.reject(new Error('no')))
  const next = sendInOrder('c', async (version) => ({ id: 'c', version: version + 1 }))
  await expect(rejection).rejects.toThrow('no')
  expect((await next).version).toBe(1)
})
