import { afterEach, beforeEach, expect, vi } from 'vitest'

/** Vitest setup file: any `console.error` during a test fails it. */
beforeEach(() => {
  vi.spyOn(console, 'error')
})

afterEach(() => {
  const calls = vi.mocked(console.error).mock.calls
  vi.mocked(console.error).mockRestore()
  expect(calls, 'console.error was called').toEqual([])
})
