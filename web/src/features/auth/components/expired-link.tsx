import { Link } from 'react-router'
import { paths } from '#paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { AuthCard } from './auth-card.tsx'

type ExpiredLinkProps = { subtitle: string; owner: string; namespace: string | null }

/** The page for an email link that was used or is too old. */
export function ExpiredLink({ subtitle, owner, namespace }: ExpiredLinkProps) {
  return (
    <AuthCard title="This link has expired" subtitle={subtitle} owner={owner}>
      <ButtonLink>
        <Link to={paths.login({ namespace })}>Back to login</Link>
      </ButtonLink>
    </AuthCard>
  )
}
