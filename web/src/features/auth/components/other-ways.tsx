import { formatPlaceholder } from '@studiohub/contract/shared/placeholders.ts'
import type { SignInOffer } from '@studiohub/contract/shared/sign-in.ts'
import { KeyRound } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { getSignInOffer } from '#lib/page/sign-in-offer.ts'
import { usePageReturn } from '#lib/page/use-page-return.ts'
import { Button } from '#ui/button.tsx'
import { pausePasskeyAutofill, startPasskeyAutofill } from '../model/passkey-autofill.ts'
import { type ProviderDestination, usePasskeySignIn, useProviderSignIn } from '../sign-in-api.ts'

/** In a prerendered page, the server repeats the button of this provider for each provider of the operator. */
const placeholderProvider = { name: 'google', label: formatPlaceholder('provider', 'label') }
const isPrerendering = typeof document === 'undefined'
const getOffer = (): SignInOffer =>
  isPrerendering ? { providers: [placeholderProvider], passkeys: true } : getSignInOffer()

type OtherWaysProps = ProviderDestination & {
  /** Called after a passkey has signed in; without it, passkeys are not offered. */
  onSignedIn?: () => unknown
}

/** The ways to sign in besides the password: passkeys, and a button for each provider that the operator has set up. */
export function OtherWays({ onSignedIn, ...destination }: OtherWaysProps) {
  const { providers, passkeys } = getOffer()
  const hasPasskeys = passkeys && onSignedIn !== undefined
  if (providers.length === 0 && !hasPasskeys) return null
  return (
    <div data-when={isPrerendering ? 'other_ways' : undefined} className="-mt-3 grid gap-2">
      <div aria-hidden className="mb-1 flex items-center gap-3 text-xs text-muted-foreground">
        <span className="h-px flex-1 bg-border" />
        or
        <span className="h-px flex-1 bg-border" />
      </div>
      {hasPasskeys && <PasskeyButton onSignedIn={onSignedIn} />}
      {providers.map((provider) => (
        <ProviderButton key={provider.name} provider={provider} destination={destination} />
      ))}
    </div>
  )
}

function ProviderButton({
  provider,
  destination,
}: {
  provider: SignInOffer['providers'][number]
  destination: ProviderDestination
}) {
  const signIn = useProviderSignIn(provider.name)
  usePageReturn(signIn.reset)
  return (
    <Button
      data-each={isPrerendering ? 'provider' : undefined}
      look="secondary"
      className="max-md:min-h-11"
      onClick={() => signIn.mutate(destination)}
      pending={signIn.isPending || signIn.isSuccess}
    >
      {provider.name === 'google' && <GoogleMark />}
      Continue with {provider.label}
    </Button>
  )
}

function PasskeyButton({ onSignedIn }: { onSignedIn: () => unknown }) {
  const signIn = usePasskeySignIn()
  const finishSignIn = useEffectEvent(() => onSignedIn())
  useEffect(() => {
    startPasskeyAutofill(() => finishSignIn())
    return pausePasskeyAutofill
  }, [])
  return (
    <Button
      data-when={isPrerendering ? 'passkeys' : undefined}
      look="secondary"
      className="max-md:min-h-11"
      onClick={() => {
        // A browser handles only one passkey request at a time.
        pausePasskeyAutofill()
        signIn.mutate(undefined, { onSuccess: onSignedIn, onError: () => startPasskeyAutofill(onSignedIn) })
      }}
      pending={signIn.isPending || signIn.isSuccess}
      pendingText="Waiting for your passkey..."
    >
      <KeyRound aria-hidden />
      Sign in with a passkey
    </Button>
  )
}

function GoogleMark() {
  return (
    <svg data-when={isPrerendering ? 'provider_google' : undefined} aria-hidden="true" viewBox="0 0 24 24">
      <path
        fill="#4285F4"
        d="M23 12.3c0-.8-.1-1.6-.2-2.3H12v4.5h6.2a5.3 5.3 0 0 1-2.3 3.5v2.9h3.7c2.2-2 3.4-5 3.4-8.6z"
      />
      <path
        fill="#34A853"
        d="M12 23.5c3.1 0 5.7-1 7.6-2.8l-3.7-2.9c-1 .7-2.4 1.1-3.9 1.1-3 0-5.5-2-6.4-4.7H1.8v3C3.7 21 7.6 23.5 12 23.5z"
      />
      <path fill="#FBBC05" d="M5.6 14.2a6.9 6.9 0 0 1 0-4.4v-3H1.8a11.5 11.5 0 0 0 0 10.4l3.8-3z" />
      <path
        fill="#EA4335"
        d="M12 5.1c1.7 0 3.2.6 4.4 1.7l3.3-3.3A11.5 11.5 0 0 0 1.8 6.8l3.8 3C6.5 7.1 9 5.1 12 5.1z"
      />
    </svg>
  )
}
