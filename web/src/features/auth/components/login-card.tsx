import { Link, useNavigate, useSearchParams } from 'react-router'
import { isOnDomain } from '../../../lib/page-studio.ts'
import { usePlainForm } from '../../../lib/plain-form.ts'
import { paths, safeNext } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { useLogin } from '../api.ts'
import { loginForm } from '../parts/auth-forms.ts'
import { AuthCard, inlineLink } from './auth-card.tsx'
import { GoogleButton } from './google-button.tsx'
import { useCaptcha } from './use-captcha.tsx'

type LoginCardProps = {
  studio: { name: string; slug: string } | null
  /** The page is still being made ready: nothing can be typed that would be lost. */
  isWaiting?: boolean
}

export function LoginCard({ studio, isWaiting = false }: LoginCardProps) {
  const next = safeNext(useSearchParams()[0].get('next'))
  const place = { namespace: studio?.slug ?? null, next }
  const navigate = useNavigate()
  const login = useLogin()
  const captcha = useCaptcha()
  const { props, errors } = usePlainForm(loginForm, (input) =>
    login.mutate(
      { ...input, ...captcha.earned },
      { onSuccess: () => navigate(paths.callback(place)), onError: captcha.renew },
    ),
  )

  return (
    <AuthCard
      title={studio ? `Sign in to ${studio.name}` : 'Welcome back'}
      subtitle="Sign in with your email and password"
      owner={studio?.name ?? 'StudioHub'}
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
            aside={
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
        <GoogleButton {...place} {...(studio && { as: 'client' })} />
      </fieldset>
    </AuthCard>
  )
}
