import { Link } from 'react-router'
import { paths } from '#paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { AuthCard } from './auth-card.tsx'

type SignupClosedProps = {
  /** The name of the studio or platform. */
  owner: string
  destination: { namespace: string | null; next: string | null }
}

/** Replaces the sign-up form if the operator has closed sign-up. */
export function SignupClosed({ owner, destination }: SignupClosedProps) {
  return (
    <AuthCard title="Sign up" subtitle="Sign-up is closed. Ask the studio for an invitation." owner={owner}>
      <ButtonLink>
        <Link to={paths.login(destination)}>Sign in</Link>
      </ButtonLink>
    </AuthCard>
  )
}
