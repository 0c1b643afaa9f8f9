import { MailCheck } from 'lucide-react'
import { useNavigate } from 'react-router'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { CodeEntry } from '../factors/shared/code-entry.tsx'
import { useSignInByCode } from '../sign-in-api.ts'
import { AuthCard } from './auth-card.tsx'

type SignInByCodeProps = {
  email: string
  owner: string
  destination: { namespace: string | null; next: string | null }
  onBack: () => void
}

/** Signs in with an emailed code. The text is the same for unknown addresses, so that it does not reveal accounts. */
export function SignInByCode({ email, owner, destination, onBack }: SignInByCodeProps) {
  const navigate = useNavigate()
  const signIn = useSignInByCode()
  return (
    <AuthCard title="Check your email" owner={owner}>
      <div className="grid justify-items-start gap-3 text-sm text-muted-foreground">
        <MailCheck aria-hidden className="size-10 text-link" />
        <p>
          If {email} belongs to an account, we sent an email. Open its link in this browser, or enter its six digits.
        </p>
      </div>
      <CodeEntry
        label="Six-digit code"
        serverError={signIn.error?.message ?? null}
        pending={signIn.isPending || signIn.isSuccess}
        submit="Sign in"
        onCode={(token) => signIn.mutate({ email, token }, { onSuccess: () => navigate(paths.callback(destination)) })}
      />
      <Button look="secondary" onClick={onBack}>
        Back to login
      </Button>
    </AuthCard>
  )
}
