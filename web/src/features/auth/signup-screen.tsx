import { MailCheck } from 'lucide-react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { useAuthPlace } from '../../layouts/use-auth-place.ts'
import { useFormOf } from '../../lib/form.ts'
import { paths, safeNext } from '../../paths.ts'
import { toast } from '../../ui/toast.tsx'
import { useJoinStudio, useSignup } from './api.ts'
import { AuthCard, inlineLink } from './components/auth-card.tsx'
import { GoogleButton } from './components/google-button.tsx'
import { SignupFields } from './components/signup-fields.tsx'
import { SignupForm } from './parts/auth-forms.ts'

/** Account, then the role at the studio whose sign-up page this is, then onward (spec section 4). */
function useSignupFlow(as: 'client' | 'crew', next: string | null) {
  const { studio } = useAuthPlace()
  const namespace = studio?.slug ?? null
  const navigate = useNavigate()
  const signup = useSignup()
  const join = useJoinStudio(studio?.name ?? '')

  const onward = () => navigate(paths.callback({ namespace, next }))
  const start = (input: { full_name: string; email: string; password: string }) =>
    signup.mutate(
      { ...input, namespace, as },
      {
        onSuccess: ({ confirmed }) => {
          if (!confirmed) return
          // Whether it worked or not: the callback asks the server what this person is now.
          if (studio) return join.mutate({ studio, as }, { onSettled: onward })
          toast.done({ title: 'Account created! Check your email for next steps.' })
          return navigate(paths.onboarding)
        },
      },
    )
  return { start, pending: signup.isPending || signup.data?.confirmed === true, signup }
}

export default function SignupScreen() {
  const { studio } = useAuthPlace()
  const [search] = useSearchParams()
  const as = studio && search.get('as') === 'crew' ? 'crew' : 'client'
  const next = safeNext(search.get('next'))
  const place = { namespace: studio?.slug ?? null, next }
  const { start, pending, signup } = useSignupFlow(as, next)
  const form = useFormOf(SignupForm, { full_name: '', email: '', password: '' })

  if (signup.data?.confirmed === false) return <ConfirmFirst email={form.getValues('email')} />
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
      <form noValidate onSubmit={form.handleSubmit(start)} className="grid gap-4">
        <SignupFields form={form} pending={pending} />
      </form>
      <GoogleButton {...place} {...(studio && { as })} />
    </AuthCard>
  )
}

const subtitleFor = (studio: string | undefined, as: 'client' | 'crew') => {
  if (!studio) return 'For studios, their crew, clients and partners'
  return as === 'crew' ? 'Ask for a place in the crew. The studio answers.' : 'Book sessions and follow your projects'
}

function ConfirmFirst({ email }: { email: string }) {
  const { studio } = useAuthPlace()
  return (
    <AuthCard title="Check your email" owner={studio?.name ?? 'StudioHub'}>
      <div className="grid justify-items-center gap-3 text-center text-sm text-muted-foreground">
        <MailCheck aria-hidden className="size-10 text-link" />
        <p>We have sent a link to {email}. Open it on this device to finish.</p>
      </div>
    </AuthCard>
  )
}
