import { useAuthPlace } from '../../layouts/use-auth-place.ts'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { AuthCard } from './components/auth-card.tsx'
import { SignOutButton } from './components/sign-out-button.tsx'
import { useArrival } from './components/use-arrival.ts'

/** Three states: finding out who this is, failed, known (and gone on). A failure is never taken for 'no role'. */
export default function CallbackScreen() {
  const { studio } = useAuthPlace()
  const { failure, retry } = useArrival(studio)
  if (!failure) {
    return (
      <div className="grid justify-items-center gap-4 py-10 text-muted-foreground">
        <Spinner className="size-8 text-link" />
        <h1 className="font-sans font-normal">
          <span role="status">Completing authentication...</span>
        </h1>
      </div>
    )
  }
  return (
    <AuthCard title="We could not sign you in yet" subtitle={failure} owner={studio?.name ?? 'StudioHub'}>
      <div role="alert" className="grid gap-2">
        <Button onClick={retry}>Retry</Button>
        <SignOutButton />
      </div>
    </AuthCard>
  )
}
