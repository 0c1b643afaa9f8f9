import { SIGN_IN_META } from '@studiohub/contract/shared/sign-in.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { queryClient } from '#lib/server/query-client.ts'
import { OtherWays } from './other-ways.tsx'

// The button opens the provider's page, but the test stays where it is.
window.navigation.addEventListener('navigate', (event) => event.preventDefault())

test('a button that opened the provider works again after the user came back', async () => {
  const meta = document.createElement('meta')
  meta.name = SIGN_IN_META
  meta.content = JSON.stringify({ providers: [{ name: 'google', label: 'Google' }], passkeys: false })
  document.head.append(meta)
  await render(
    <QueryClientProvider client={queryClient}>
      <OtherWays namespace={null} next={null} />
    </QueryClientProvider>,
  )
  const button = page.getByRole('button', { name: 'Continue with Google' })
  await button.click()
  await expect.poll(() => queryClient.isMutating()).toBe(0)
  await expect.element(button).toHaveAttribute('aria-disabled', 'true')
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }))
  await expect.element(button).toHaveAttribute('aria-disabled', 'true')
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  await expect.element(button).not.toHaveAttribute('aria-disabled')
})
