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
import { loginForm } from '../shared/auth-forms.ts'
import { useLogin, useMailSignInCode } from '../sign-in-api.ts'
import { AuthCard, inlineLink } from './auth-card.tsx'
import { OtherWays } from './other-ways.tsx'
import { useCaptcha } from './use-captcha.tsx'

// Loaded on demand, because it is rarely needed.
const SignInByCode = lazy(async () => ({ default: (await import('./sign-in-by-code.tsx')).SignInByCode }))

type LoginCardProps = {
  studio: { name: string; slug: string } | null
  /** The page is still loading. Inputs are disabled, because their text would be lost. */
  isLoading?: boolean
}

export function LoginCard({ studio, isLoading = false }: LoginCardProps) {
  const next = safeNext(useSearchParams()[0].get('next'))
  const destination = { namespace: studio?.slug ?? null, next }
  const owner = studio?.name ?? 'StudioHub'
  const navigate = useNavigate()
  const login = useLogin()
  const mailCode = useMailSignInCode(destination)
  const captcha = useCaptcha()
  const { props, errors } = usePlainForm(loginForm, (input) =>
    login.mutate(
      { ...input, ...captcha.token },
      { onSuccess: () => navigate(paths.callback(destination)), onError: captcha.reset },
    ),
  )

  if (mailCode.isSuccess) {
    return (
      <Suspense fallback={<Skeleton className="h-64" />}>
        <SignInByCode
          email={mailCode.variables.email}
          owner={owner}
          destination={destination}
          onBack={mailCode.reset}
        />
      </Suspense>
    )
  }
  return (
    <AuthCard
      title={studio ? `Sign in to ${studio.name}` : 'Welcome back'}
      subtitle={studio ? 'See your sessions, files and invoices' : 'Sign in to StudioHub'}
      owner={owner}
      footer={
        <>
          No account yet?{' '}
          <Link to={paths.signup(destination)} className={inlineLink}>
            Sign up
          </Link>
        </>
      }
    >
      <fieldset disabled={isLoading} className="contents [&_:disabled]:opacity-100">
        <form {...props} className="grid grid-cols-1 gap-4">
          <Field label="Email" required error={errors.email}>
            {(control) => <Input {...control} name="email" type="email" autoComplete="username webauthn" />}
          </Field>
          <Field
            label="Password"
            required
            error={errors.password}
            labelAction={
              // On a studio's own domain the server redirects to the platform's domain, where passwords are changed.
              <Link
                to={paths.forgotPassword(destination)}
                reloadDocument={!isLoading && isOnDomain()}
                className={`text-sm ${inlineLink}`}
              >
                Forgot password?
              </Link>
            }
          >
            {(control) => <PasswordInput {...control} name="password" autoComplete="current-password" />}
          </Field>
          {captcha.widget}
          <Button
            type="submit"
            className="max-md:min-h-11"
            pending={login.isPending || login.isSuccess}
            pendingText="Signing in..."
          >
            Sign in
          </Button>
        </form>
        {login.variables && hasCode(login.error, 'over_request_rate_limit') && (
          <TooManyAttempts
            pending={mailCode.isPending}
            onRequestCode={() =>
              mailCode.mutate({ email: login.variables.email, ...captcha.token }, { onError: captcha.reset })
            }
          />
        )}
        <OtherWays
          {...destination}
          {...(studio && { as: 'client' })}
          onSignedIn={() => navigate(paths.callback(destination))}
        />
      </fieldset>
    </AuthCard>
  )
}

/** Others can lock the account by guessing passwords, but its owner can still use an emailed code. */
function TooManyAttempts({ pending, onRequestCode }: { pending: boolean; onRequestCode: () => void }) {
  return (
    <div className="grid gap-3">
      <p role="alert" className="text-sm">
        Too many failed attempts. Wait a few minutes, or sign in with a code from your email.
      </p>
      <Button look="secondary" onClick={onRequestCode} pending={pending} pendingText="Sending...">
        Email me a code instead
      </Button>
    </div>
  )
}
