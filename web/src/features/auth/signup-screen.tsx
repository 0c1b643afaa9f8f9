import { lazy, type ReactNode, Suspense } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { type AuthPageContext, useAuthPage } from '#layouts/public/use-auth-page.ts'
import { usePlainForm } from '#lib/forms/plain-form.ts'
import { paths, safeNext } from '#paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { toast } from '#ui/toast.tsx'
import { AuthCard, inlineLink } from './components/auth-card.tsx'
import { OtherWays } from './components/other-ways.tsx'
import { SignupFields } from './components/signup-fields.tsx'
import { SignupNote } from './components/signup-note.tsx'
import { useCaptcha } from './components/use-captcha.tsx'
import { useAuthSettingsState } from './settings-api.ts'
import { signupForm } from './shared/auth-forms.ts'
import { useJoinStudio, useSignup } from './sign-up-api.ts'

const loadConfirmEmail = () => import('./components/confirm-email-card.tsx')
const ConfirmEmailCard = lazy(async () => ({ default: (await loadConfirmEmail()).ConfirmEmailCard }))
const InvitedSignup = lazy(async () => ({
  default: (await import('./components/invited-signup.tsx')).InvitedSignup,
}))

/** Creates the account, joins the studio of this sign-up page, and continues (spec section 4). */
function useSignupFlow(as: 'client' | 'crew', next: string | null) {
  const { studio } = useAuthPage()
  const namespace = studio?.slug ?? null
  const navigate = useNavigate()
  const signup = useSignup()
  const join = useJoinStudio(studio?.name ?? '', as)

  const continueToCallback = () => navigate(paths.callback({ namespace, next }))
  const captcha = useCaptcha()
  const createAccount = (input: { full_name: string; email: string; password: string }) =>
    signup.mutate(
      { ...input, ...captcha.token, namespace, as, next },
      {
        onError: captcha.reset,
        onSuccess: ({ confirmed }) => {
          if (!confirmed) return
          // On success and on failure, because the callback reads the current role from the server.
          if (studio) return join.mutate({ studio, as }, { onSettled: continueToCallback })
          toast.success({ title: 'Account created! Check your email for next steps.' })
          return navigate(paths.onboarding)
        },
      },
    )
  return { createAccount, pending: signup.isPending || signup.data?.confirmed === true, signup, captcha }
}

export default function SignupScreen() {
  const { studio, legalKinds } = useAuthPage()
  const [search] = useSearchParams()
  const invitation = search.get('invitation')
  if (!invitation || !studio) return <Signup studio={studio} legalKinds={legalKinds} search={search} />
  return (
    <Suspense fallback={<Spinner className="size-8 justify-self-center text-link" />}>
      <InvitedSignup token={invitation} studio={studio} legalKinds={legalKinds} />
    </Suspense>
  )
}

function Signup({ studio, legalKinds, search }: AuthPageContext & { search: URLSearchParams }) {
  const as = studio && search.get('as') === 'crew' ? 'crew' : 'client'
  const next = safeNext(search.get('next'))
  const destination = { namespace: studio?.slug ?? null, next }
  const { createAccount, pending, signup, captcha } = useSignupFlow(as, next)
  const { settings, isPending } = useAuthSettingsState()
  const min = settings?.password_min_length
  const { props, fields, errors } = usePlainForm(signupForm(min), createAccount)

  if (signup.data?.confirmed === false) {
    return (
      <Suspense fallback={<Skeleton className="h-64" />}>
        <ConfirmEmailCard
          email={fields.email}
          owner={studio?.name ?? 'StudioHub'}
          returnPath={{ ...destination, ...(studio && { as }) }}
        />
      </Suspense>
    )
  }
  if (settings?.disable_signup) return <SignupClosed owner={studio?.name ?? 'StudioHub'} destination={destination} />
  const card = (
    <AuthCard
      title={studio ? `Join ${studio.name}` : 'Create your account'}
      subtitle={getSubtitle(studio?.name, as)}
      owner={studio?.name ?? 'StudioHub'}
      footer={
        <>
          Already have an account?{' '}
          <Link to={paths.login(destination)} className={inlineLink}>
            Sign in
          </Link>
        </>
      }
    >
      <form {...props} className="grid grid-cols-1 gap-4">
        <SignupFields errors={errors} password={fields.password} min={min} pending={pending} captcha={captcha.widget} />
        <SignupNote studio={studio} legalKinds={legalKinds} isClient={studio !== null && as === 'client'} />
      </form>
      <OtherWays {...destination} {...(studio && { as })} />
    </AuthCard>
  )
  return isPending ? <Placeholder>{card}</Placeholder> : card
}

/** Reserves the space of the card while the settings load, so that nothing moves. */
function Placeholder({ children }: { children: ReactNode }) {
  return (
    <div className="grid *:col-start-1 *:row-start-1">
      <div className="invisible">{children}</div>
      <p role="status" className="place-self-center">
        <Spinner className="size-8 text-link" />
        <span className="sr-only">Loading the sign-up page...</span>
      </p>
    </div>
  )
}

function SignupClosed({
  owner,
  destination,
}: {
  owner: string
  destination: { namespace: string | null; next: string | null }
}) {
  return (
    <AuthCard title="Sign up" subtitle="Sign-up is closed. Ask the studio for an invitation." owner={owner}>
      <ButtonLink>
        <Link to={paths.login(destination)}>Sign in</Link>
      </ButtonLink>
    </AuthCard>
  )
}

const getSubtitle = (studio: string | undefined, as: 'client' | 'crew') => {
  if (!studio) return 'For studios, their crew, clients and partners'
  return as === 'crew' ? 'Request to join the crew. The studio will answer.' : 'Book sessions and follow your projects'
}
