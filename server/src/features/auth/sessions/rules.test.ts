import { randomBytes, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decideRefresh, isGenuine, parseRefreshToken, writeRefreshToken } from './rules.ts'

const key = randomBytes(32)
const session = randomUUID()

test('every refresh token can be read, and is genuine only with the key of its session', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.nat(2 ** 31 - 1), (session_id, counter) => {
      const token = parseRefreshToken(writeRefreshToken(session_id, counter, key))
      expect(token).toMatchObject({ session_id, counter })
      if (!token) return
      expect(isGenuine(token, key)).toBe(true)
      expect(isGenuine(token, randomBytes(32))).toBe(false)
    }),
  )
})

test('only genuine tokens are read, and no byte can be changed', () => {
  const token = writeRefreshToken(session, 300, key)
  for (const text of ['', 'abc', 'x'.repeat(12), `${token}A`, ` ${token}`, token.slice(1), '%00', 'é'.repeat(60)]) {
    expect(parseRefreshToken(text)).toBeNull()
  }
  fc.assert(
    fc.property(fc.nat(token.length - 1), fc.constantFrom(...'ABCxyz019-_'), (at, letter) => {
      const changed = token.slice(0, at) + letter + token.slice(at + 1)
      expect(changed === token || parseRefreshToken(changed) === null).toBe(true)
    }),
  )
})

test('a token for another number of the same session is not genuine', () => {
  const token = parseRefreshToken(writeRefreshToken(session, 7, key))
  expect(token && isGenuine({ ...token, counter: 8 }, key)).toBe(false)
})

const now = new Date('2026-03-01T12:00:00Z')
const refreshed = (secondsAgo: number) => ({
  refresh_counter: 5,
  refresh_floor: 0,
  refreshed_at: new Date(now.getTime() - secondsAgo * 1000).toISOString(),
})

test('the current token returns the next one', () => {
  expect(decideRefresh(5, refreshed(3000), now, 10)).toBe('rotate')
})

test('the previous token returns the current one, at any time', () => {
  expect(decideRefresh(4, refreshed(1), now, 10)).toBe('repeat')
  expect(decideRefresh(4, refreshed(86_400), now, 10)).toBe('repeat')
})

test('an older token also returns the current one for ten seconds, and counts as reuse after that', () => {
  expect(decideRefresh(3, refreshed(10), now, 10)).toBe('repeat')
  expect(decideRefresh(3, refreshed(11), now, 10)).toBe('reuse')
  expect(decideRefresh(0, refreshed(60), now, 10)).toBe('reuse')
})

test('a token from before the second factor fails, and counts as reuse later', () => {
  const raised = (secondsAgo: number) => ({ ...refreshed(secondsAgo), refresh_floor: 5 })
  for (const former of [4, 3, 0]) {
    expect(decideRefresh(former, raised(10), now, 10)).toBe('outdated')
    expect(decideRefresh(former, raised(11), now, 10)).toBe('reuse')
  }
  expect(decideRefresh(5, raised(3000), now, 10)).toBe('rotate')
  const later = { ...refreshed(3000), refresh_counter: 6, refresh_floor: 5 }
  expect(decideRefresh(5, later, now, 10)).toBe('repeat')
  expect(decideRefresh(4, later, now, 10)).toBe('reuse')
})

test('a token that was never issued is rejected', () => {
  expect(decideRefresh(6, refreshed(1), now, 10)).toBe('ahead')
})
