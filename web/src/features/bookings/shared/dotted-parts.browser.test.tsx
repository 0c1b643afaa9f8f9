import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { DottedParts } from './dotted-parts.tsx'

test('two equal facts are both shown, without an error of React', async () => {
  const logError = vi.spyOn(console, 'error')
  const screen = await render(<DottedParts parts={['Studio A', null, 'Studio A', 'Mixing']} />)
  await expect.poll(() => screen.container.textContent).toBe('Studio A · Studio A · Mixing')
  expect(logError).not.toHaveBeenCalled()
  logError.mockRestore()
})
