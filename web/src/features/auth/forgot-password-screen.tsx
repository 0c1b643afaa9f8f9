import { MailCheck } from 'lucide-react'
import { Link } from 'react-router'
import { useAuthPage } from '#layouts/public/use-auth-page.ts'
import { usePlainForm } from '#lib/forms/plain-form.ts'
import { paths } from '#paths.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { AuthCard, inlineLink } from './components/auth-card.tsx'
import { useCaptcha } from './components/use-captcha.tsx'
import { useRequestPasswordReset } from './password-api.ts'
import { forgotPasswordForm } from './shared/auth-forms.ts'

export default function ForgotPasswordScreen() {
  const { studio } = useAuthPage()
  const namespace = studio?.slug ?? null
  const request = useRequestPasswordReset(namespace)
  const owner = studio?.name ?? 'StudioHub'
  const captcha = useCaptcha()
  const { props, errors } = usePlainForm(forgotPasswordForm, (input) =>
    request.mutate({ ...input, ...captcha.token }, { onError: captcha.reset }),
  )

  if (request.isSuccess) return <CheckEmail namespace={namespace} owner={owner} email={request.variables.email} />
  return (
    <AuthCard
      title="Forgot password"
      subtitle="We send you a link to set a new one"
      owner={owner}
      footer={
        <Link to={paths.login({ namespace })} className={inlineLink}>
          Back to login
        </Link>
      }
    >
      <form {...props} className="grid grid-cols-1 gap-4">
        <Field label="Email" required error={errors.email}>
          {(control) => <Input {...control} name="email" type="email" autoComplete="username" />}
        </Field>
        {captcha.widget}
        <Button type="submit" className="max-md:min-h-11" pending={request.isPending} pendingText="Sending...">
          Send reset link
        </Button>
      </form>
    </AuthCard>
  )
}

type CheckEmailProps = { namespace: string | null; owner: string; email: string }

/** The same text for every address, so that it does not reveal accounts. */
function CheckEmail({ namespace, owner, email }: CheckEmailProps) {
  return (
    <AuthCard
      title="Check your email"
      owner={owner}
      footer={
        <Link to={paths.login({ namespace })} className={inlineLink}>
          Back to login
        </Link>
      }
    >
      <div className="grid justify-items-start gap-4 text-sm text-muted-foreground">
        <MailCheck aria-hidden className="size-10 text-link" />
        <p>If {email} belongs to an account, we sent a link. It works for one hour, in this browser.</p>
        <p>Reading your email on another device? Use the six-digit code from it.</p>
        <ButtonLink look="secondary">
          <Link to={paths.resetPassword({ namespace })}>Enter the code</Link>
        </ButtonLink>
      </div>
    </AuthCard>
  )
}
