import { expect, test } from 'vitest'
import { everyPage } from './every-page.ts'

test('a list is read to its end, however long it is', async () => {
  const all = Array.from({ length: 250 }, (_, index) => index)
  const asked: (string | undefined)[] = []
  const rows = await everyPage(async ({ limit, cursor }) => {
    asked.push(cursor)
    const from = Number(cursor ?? 0)
    const next = from + limit
    return { items: all.slice(from, next), next_cursor: next < all.length ? String(next) : null }
  })
  expect(rows).toEqual(all)
  expect(asked).toEqual([undefined, '100', '200'])
})

test('one that never ends is given up', async () => {
  let pages = 0
  await everyPage(async () => {
    pages += 1
    return { items: [], next_cursor: 'more' }
  })
  expect(pages).toBe(50)
})
