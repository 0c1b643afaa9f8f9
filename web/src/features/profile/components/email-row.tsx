import { Link } from 'react-router'
import { paths } from '#paths.ts'
import { ButtonLink } from '#ui/button.tsx'

/** The address that the user signs in with. It is changed under Security, because a change must be confirmed. */
export const EmailRow = ({ email }: { email: string }) => (
  <div className="flex items-center gap-4">
    <dl className="grid min-w-0 flex-1 grid-cols-1 gap-1 text-sm">
      <dt className="font-medium">Email</dt>
      <dd className="truncate">{email}</dd>
      <dd className="text-muted-foreground">Your email is how you sign in.</dd>
    </dl>
    <ButtonLink look="secondary">
      <Link to={paths.profileTab('security')}>
        Change<span className="sr-only"> email</span>
      </Link>
    </ButtonLink>
  </div>
)
