import { Link } from 'react-router'
import { paths } from '#paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { AuthCard } from './auth-card.tsx'

/** Says that a mailed link no longer works, and where to get another. */
export function LinkExpired({ owner, namespace }: { owner: string; namespace: string | null }) {
  return (
    <AuthCard
      title="This link has expired"
      subtitle="A link works once, for one hour, and only the newest one. Ask for another where you asked for this one."
      owner={owner}
    >
      <ButtonLink>
        <Link to={paths.login({ namespace })}>Back to login</Link>
      </ButtonLink>
    </AuthCard>
  )
}
