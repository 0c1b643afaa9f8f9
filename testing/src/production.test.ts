import { expect, test } from 'vitest'

test('the server tests run the product as it ships', () => {
  expect(process.env.NODE_ENV).toBe('production')
})
