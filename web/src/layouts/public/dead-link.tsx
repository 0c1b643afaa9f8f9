import { FileQuestion } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '#paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/states.tsx'

/** The content of a page whose emailed link does not work. `children` says why; people with an account can sign in instead. */
export const DeadLink = ({ title = 'This link does not work', children }: { title?: string; children: ReactNode }) => (
  <EmptyState
    icon={FileQuestion}
    title={title}
    action={
      <ButtonLink look="secondary">
        <Link to={paths.login()}>Sign in</Link>
      </ButtonLink>
    }
  >
    {children} If you have an account, sign in to find everything.
  </EmptyState>
)
