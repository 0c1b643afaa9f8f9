import type { Page } from '@playwright/test'

/** Adds an authenticator to a browser page: a built-in one, or a key that is plugged in. */
export async function withAuthenticator(page: Page, transport: 'internal' | 'usb') {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport,
      hasResidentKey: transport === 'internal',
      hasUserVerification: transport === 'internal',
      isUserVerified: transport === 'internal',
      automaticPresenceSimulation: true,
    },
  })
  return { devtools, authenticatorId }
}
