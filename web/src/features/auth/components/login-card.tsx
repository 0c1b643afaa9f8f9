import { lazy, Suspense } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { usePlainForm } from '#lib/forms/plain-form.ts'
import { isOnDomain } from '#lib/page/page-studio.ts'
import { hasCode } from '#lib/server/describe-error.ts'
import { paths, safeNext } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useLogin, useMailSignInCode } from '../api.ts'
import { loginForm } from '../shared/auth-forms.ts'
import { AuthCard, inlineLink } from './auth-card.tsx'
import { GoogleButton } from './google-button.tsx'
import { useCaptcha } from './use-captcha.tsx'

// Few people ever need it.
const SignInByCode = lazy(async () => ({ default: (await import('./sign-in-by-code.tsx')).SignInByCode }))

type LoginCardProps = {
  studio: { name: string; slug: string } | null
  /** The page is still being made ready: nothing can be typed that would be lost. */
  isWaiting?: boolean
}

export function LoginCard({ studio, isWaiting = false }: LoginCardProps) {
  const next = safeNext(useSearchParams()[0].get('next'))
  const place = { namespace: studio?.slug ?? null, next }
  const owner = studio?.name ?? 'StudioHub'
  const navigate = useNavigate()
  const login = useLogin()
  const mail = useMailSignInCode(place)
  const captcha = useCaptcha()
  const { props, errors } = usePlainForm(loginForm, (input) =>
    login.mutate(
      { ...input, ...captcha.earned },
      { onSuccess: () => navigate(paths.callback(place)), onError: captcha.renew },
    ),
  )

  if (mail.isSuccess) {
    return (
      <Suspense fallback={<Skeleton className="h-64" />}>
        <SignInByCode email={mail.variables.email} owner={owner} place={place} onBack={mail.reset} />
      </Suspense>
    )
  }
  return (
    <AuthCard
      title={studio ? `Sign in to ${studio.name}` : 'Welcome back'}
      subtitle="Sign in with your email and password"
      owner={owner}
      footer={
        <>
          No account yet?{' '}
          <Link to={paths.signup(place)} className={inlineLink}>
            Sign up
          </Link>
        </>
      }
    >
      <fieldset disabled={isWaiting} className="contents [&_:disabled]:opacity-100">
        <form {...props} className="grid gap-4">
          <Field label="Email" required error={errors.email}>
            {(control) => <Input {...control} name="email" type="email" autoComplete="username" />}
          </Field>
          <Field
            label="Password"
            required
            error={errors.password}
            labelAction={
              // Of a studio's own domain the server leads to our own address, where passwords change.
              <Link
                to={paths.forgotPassword(place)}
                reloadDocument={!isWaiting && isOnDomain()}
                className={`text-sm ${inlineLink}`}
              >
                Forgot password?
              </Link>
            }
          >
            {(control) => <PasswordInput {...control} name="password" autoComplete="current-password" />}
          </Field>
          {captcha.widget}
          <Button type="submit" pending={login.isPending || login.isSuccess} pendingText="Signing in...">
            Sign in
          </Button>
        </form>
        {login.variables && hasCode(login.error, 'over_request_rate_limit') && (
          <ByCodeInstead
            pending={mail.isPending}
            onAsk={() => mail.mutate({ email: login.variables.email, ...captcha.earned }, { onError: captcha.renew })}
          />
        )}
        <GoogleButton {...place} {...(studio && { as: 'client' })} />
      </fieldset>
    </AuthCard>
  )
}

/** Strangers who guess passwords close this way for the owner too; the mailbox is still open (F10). */
function ByCodeInstead({ pending, onAsk }: { pending: boolean; onAsk: () => void }) {
  return (
    <div className="grid gap-3">
      <p role="alert" className="text-sm">
        Too many passwords were tried, by you or by another person. Wait a few minutes, or sign in with a code from your
        email.
      </p>
      <Button look="secondary" onClick={onAsk} pending={pending} pendingText="Sending...">
        Email me a code instead
      </Button>
    </div>
  )
}
