import { MailCheck } from 'lucide-react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { useAuthPlace } from '../../layouts/use-auth-place.ts'
import { usePlainForm } from '../../lib/plain-form.ts'
import { paths, safeNext } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { useConfirmSignup, useJoinStudio, useResendSignup, useSignup } from './api.ts'
import { AuthCard, inlineLink } from './components/auth-card.tsx'
import { GoogleButton } from './components/google-button.tsx'
import { SignupFields } from './components/signup-fields.tsx'
import { useCaptcha } from './components/use-captcha.tsx'
import { CodeEntry } from './factors/parts/code-entry.tsx'
import { signupForm } from './parts/auth-forms.ts'

/** Account, then the role at the studio whose sign-up page this is, then onward (spec section 4). */
function useSignupFlow(as: 'client' | 'crew', next: string | null) {
  const { studio } = useAuthPlace()
  const namespace = studio?.slug ?? null
  const navigate = useNavigate()
  const signup = useSignup()
  const join = useJoinStudio(studio?.name ?? '')

  const onward = () => navigate(paths.callback({ namespace, next }))
  const captcha = useCaptcha()
  const start = (input: { full_name: string; email: string; password: string }) =>
    signup.mutate(
      { ...input, ...captcha.earned, namespace, as, next },
      {
        onError: captcha.renew,
        onSuccess: ({ confirmed }) => {
          if (!confirmed) return
          // Whether it worked or not: the callback asks the server what this person is now.
          if (studio) return join.mutate({ studio, as }, { onSettled: onward })
          toast.done({ title: 'Account created! Check your email for next steps.' })
          return navigate(paths.onboarding)
        },
      },
    )
  return { start, pending: signup.isPending || signup.data?.confirmed === true, signup, captcha }
}

export default function SignupScreen() {
  const { studio } = useAuthPlace()
  const [search] = useSearchParams()
  const as = studio && search.get('as') === 'crew' ? 'crew' : 'client'
  const next = safeNext(search.get('next'))
  const place = { namespace: studio?.slug ?? null, next }
  const { start, pending, signup, captcha } = useSignupFlow(as, next)
  const { props, fields, errors } = usePlainForm(signupForm, start)

  if (signup.data?.confirmed === false) {
    return <ConfirmFirst email={fields.email} place={{ ...place, ...(studio && { as }) }} />
  }
  return (
    <AuthCard
      title={studio ? `Join ${studio.name}` : 'Create your account'}
      subtitle={subtitleFor(studio?.name, as)}
      owner={studio?.name ?? 'StudioHub'}
      footer={
        <>
          Already have an account?{' '}
          <Link to={paths.login(place)} className={inlineLink}>
            Sign in
          </Link>
        </>
      }
    >
      <form {...props} className="grid gap-4">
        <SignupFields errors={errors} password={fields.password} pending={pending} captcha={captcha.widget} />
      </form>
      <GoogleButton {...place} {...(studio && { as })} />
    </AuthCard>
  )
}

const subtitleFor = (studio: string | undefined, as: 'client' | 'crew') => {
  if (!studio) return 'For studios, their crew, clients and partners'
  return as === 'crew' ? 'Ask for a place in the crew. The studio answers.' : 'Book sessions and follow your projects'
}

function ConfirmFirst({ email, place }: { email: string; place: Parameters<typeof paths.callback>[0] }) {
  const { studio } = useAuthPlace()
  const navigate = useNavigate()
  const confirm = useConfirmSignup()
  const resend = useResendSignup(studio?.slug ?? null)
  const captcha = useCaptcha()
  return (
    <AuthCard title="Check your email" owner={studio?.name ?? 'StudioHub'}>
      <div className="grid justify-items-center gap-3 text-center text-sm text-muted-foreground">
        <MailCheck aria-hidden className="size-10 text-link" />
        <p>We have sent a link to {email}. Open it in this browser to finish, or type the six digits from the email.</p>
      </div>
      <CodeEntry
        label="Six-digit code"
        refused={confirm.error?.message ?? null}
        pending={confirm.isPending || confirm.isSuccess}
        submit="Confirm"
        onCode={(token) => confirm.mutate({ email, token }, { onSuccess: () => navigate(paths.callback(place)) })}
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
