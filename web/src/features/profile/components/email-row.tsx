import { Link } from 'react-router'
import { paths } from '#paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'

/** The address that the user signs in with. It is changed under Security, because a change must be confirmed. */
export const EmailRow = ({ email }: { email: string }) => (
  <div className="flex items-center gap-4">
    <div className="min-w-0 flex-1">
      <Field label="Email" hint="Your email is how you sign in.">
        {(control) => (
          <input
            {...control}
            type="email"
            readOnly
            value={email}
            className="h-6 w-full truncate bg-transparent text-sm"
          />
        )}
      </Field>
    </div>
    <ButtonLink look="secondary">
      <Link to={paths.profileTab('security')}>
        Change<span className="sr-only"> email</span>
      </Link>
    </ButtonLink>
  </div>
)
