import { Link } from 'react-router'
import { paths } from '#paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { AuthCard } from './auth-card.tsx'

/** Error page for an email link that no longer works. */
export function LinkExpired({ owner, namespace }: { owner: string; namespace: string | null }) {
  return (
    <AuthCard
      title="This link has expired"
      subtitle="A link works once, within one hour, and only the newest one. Request a new link on the page where you requested this one."
      owner={owner}
    >
      <ButtonLink>
        <Link to={paths.login({ namespace })}>Back to login</Link>
      </ButtonLink>
    </AuthCard>
  )
}
