import { MailCheck } from 'lucide-react'
import { useNavigate } from 'react-router'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { useConfirmSignup, useResendSignup } from '../api.ts'
import { CodeEntry } from '../factors/shared/code-entry.tsx'
import { JUST_ENTERED } from '../model/just-entered.ts'
import { AuthCard } from './auth-card.tsx'
import { useCaptcha } from './use-captcha.tsx'

type ReturnPath = { namespace: string | null; next: string | null; as?: 'client' | 'crew' }
type ConfirmFirstProps = { email: string; owner: string; place: ReturnPath }

/** A new account whose address has to be confirmed: by the mailed link, or by its six digits here. */
export function ConfirmFirst({ email, owner, place }: ConfirmFirstProps) {
  const navigate = useNavigate()
  const confirm = useConfirmSignup()
  const resend = useResendSignup(place.namespace)
  const captcha = useCaptcha()
  const onward = () => navigate(paths.callback(place), { state: JUST_ENTERED })
  return (
    <AuthCard title="Check your email" owner={owner}>
      <div className="grid justify-items-center gap-3 text-center text-sm text-muted-foreground">
        <MailCheck aria-hidden className="size-10 text-link" />
        <p>We have sent a link to {email}. Open it in this browser to finish, or type the six digits from the email.</p>
      </div>
      <CodeEntry
        label="Six-digit code"
        refused={confirm.error?.message ?? null}
        pending={confirm.isPending || confirm.isSuccess}
        submit="Confirm"
        onCode={(token) => confirm.mutate({ email, token }, { onSuccess: onward })}
      />
      {captcha.widget}
      <Button
        look="secondary"
        pending={resend.isPending}
        onClick={() => resend.mutate({ email, ...captcha.earned }, { onSettled: captcha.renew })}
      >
        Send it again
      </Button>
    </AuthCard>
  )
}
