import { Link, useNavigate, useSearchParams } from 'react-router'
import { useAuthPlace } from '../../layouts/use-auth-place.ts'
import { useFormOf } from '../../lib/form.ts'
import { paths, safeNext } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { useLogin } from './api.ts'
import { AuthCard, inlineLink } from './components/auth-card.tsx'
import { GoogleButton } from './components/google-button.tsx'
import { LoginForm } from './parts/auth-forms.ts'

export default function LoginScreen() {
  const { studio } = useAuthPlace()
  const next = safeNext(useSearchParams()[0].get('next'))
  const place = { namespace: studio?.slug ?? null, next }
  const navigate = useNavigate()
  const login = useLogin()
  const form = useFormOf(LoginForm, { email: '', password: '' })
  const { errors } = form.formState
  const submit = form.handleSubmit((input) => login.mutate(input, { onSuccess: () => navigate(paths.callback(place)) }))

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
      <form noValidate onSubmit={submit} className="grid gap-4">
        <Field label="Email" required error={errors.email?.message}>
          {(control) => <Input {...control} {...form.register('email')} type="email" autoComplete="username" />}
        </Field>
        <Field
          label="Password"
          required
          error={errors.password?.message}
          aside={
            <Link to={paths.forgotPassword(place)} className={`text-sm ${inlineLink}`}>
              Forgot password?
            </Link>
          }
        >
          {(control) => <PasswordInput {...control} {...form.register('password')} autoComplete="current-password" />}
        </Field>
        <Button type="submit" pending={login.isPending || login.isSuccess} pendingText="Signing in...">
          Sign in
        </Button>
      </form>
      <GoogleButton {...place} {...(studio && { as: 'client' })} />
    </AuthCard>
  )
}
