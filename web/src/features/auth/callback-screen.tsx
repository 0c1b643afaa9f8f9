import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { useAuthPage } from '#layouts/public/use-auth-page.ts'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { AuthCard, inlineLink } from './components/auth-card.tsx'
import { SignOutButton } from './components/sign-out-button.tsx'
import { useSignInRedirect } from './components/use-sign-in-redirect.ts'

const FactorChallenge = lazy(async () => ({
  default: (await import('./factors/components/factor-challenge.tsx')).FactorChallenge,
}))

/**
 * Finds out who has signed in, and redirects. It stops for an error, which must never count as 'no role', and for a missing
 * second factor.
 */
export default function CallbackScreen() {
  const { studio } = useAuthPage()
  const { stopReason, continueSignIn } = useSignInRedirect(studio)
  const owner = studio?.name ?? 'StudioHub'
  if (!stopReason) {
    return (
      <div className="grid justify-items-center gap-4 py-10 text-muted-foreground">
        <Spinner className="size-8 text-link" />
        <h1 className="font-sans font-normal">
          <span role="status">Completing authentication...</span>
        </h1>
      </div>
    )
  }
  if (stopReason.kind === 'factor') {
    return (
      <AuthCard title="Confirm your identity" subtitle="Your account requires a second factor" owner={owner}>
        <Suspense fallback={<Skeleton className="h-32" />}>
          <FactorChallenge onConfirmed={continueSignIn} />
        </Suspense>
        <div className="grid gap-3 border-t border-border pt-4">
          <p className="text-center text-sm text-muted-foreground">
            Lost it?{' '}
            <Link to={paths.docsSupport} className={inlineLink}>
              Ask our support
            </Link>
          </p>
          <SignOutButton />
        </div>
      </AuthCard>
    )
  }
  return (
    <AuthCard title="We could not sign you in yet" subtitle={stopReason.message} owner={owner}>
      <div role="alert" className="grid gap-2">
        <Button onClick={continueSignIn}>Retry</Button>
        <SignOutButton />
      </div>
    </AuthCard>
  )
}
