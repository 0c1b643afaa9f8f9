import { MailCheck } from 'lucide-react'
import { useNavigate } from 'react-router'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { CodeEntry } from '../factors/shared/code-entry.tsx'
import { AFTER_SIGN_IN } from '../model/just-entered.ts'
import { useConfirmSignup, useResendSignup } from '../sign-up-api.ts'
import { AuthCard } from './auth-card.tsx'
import { useCaptcha } from './use-captcha.tsx'

type ReturnPath = { namespace: string | null; next: string | null; as?: 'client' | 'crew' }
type ConfirmEmailCardProps = { email: string; owner: string; returnPath: ReturnPath }

/** Confirms the address of a new account, by the emailed link or the code. */
export function ConfirmEmailCard({ email, owner, returnPath }: ConfirmEmailCardProps) {
  const navigate = useNavigate()
  const confirm = useConfirmSignup()
  const resend = useResendSignup(returnPath.namespace)
  const captcha = useCaptcha()
  const continueToCallback = () => navigate(paths.callback(returnPath), { state: AFTER_SIGN_IN })
  return (
    <AuthCard title="Check your email" owner={owner}>
      <div className="grid justify-items-start gap-3 text-sm text-muted-foreground">
        <MailCheck aria-hidden className="size-10 text-link" />
        <p>We sent a link to {email}. Open it in this browser, or enter the six-digit code from the email.</p>
      </div>
      <CodeEntry
        label="Six-digit code"
        serverError={confirm.error?.message ?? null}
        pending={confirm.isPending || confirm.isSuccess}
        submit="Confirm"
        onCode={(token) => confirm.mutate({ email, token }, { onSuccess: continueToCallback })}
      />
      {captcha.widget}
      <Button
        look="secondary"
        pending={resend.isPending}
        onClick={() => resend.mutate({ email, ...captcha.token }, { onSettled: captcha.reset })}
      >
        Send it again
      </Button>
    </AuthCard>
  )
}
