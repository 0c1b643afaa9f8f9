import { expect, test } from 'vitest'

test('the server tests run the product in production mode', () => {
  expect(process.env.NODE_ENV).toBe('production')
})
