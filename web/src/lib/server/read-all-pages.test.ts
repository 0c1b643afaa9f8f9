import { expect, test } from 'vitest'
import { readAllPages } from './read-all-pages.ts'

test('a list is read to its end, however long it is', async () => {
  const all = Array.from({ length: 6050 }, (_, index) => index)
  const cursors: (string | undefined)[] = []
  const rows = await readAllPages(async ({ limit, cursor }) => {
    cursors.push(cursor)
    const from = Number(cursor ?? 0)
    const next = from + limit
    return { items: all.slice(from, next), next_cursor: next < all.length ? String(next) : null }
  })
  expect(rows).toEqual(all)
  expect(cursors.slice(0, 3)).toEqual([undefined, '100', '200'])
  expect(cursors).toHaveLength(61)
})

test('a list that does not advance fails, instead of being cut off silently', async () => {
  let pages = 0
  const endless = readAllPages(async () => {
    pages += 1
    return { items: [], next_cursor: 'more' }
  })
  await expect(endless).rejects.toThrow('The list returned the same cursor twice.')
  expect(pages).toBe(2)
})
