import type { PublicLegalTexts } from '@studiohub/contract/features/legal-texts/schema.ts'
import type { PublicStudio } from '@studiohub/contract/features/studios/schema.ts'
import { Link, useNavigate } from 'react-router'
import { useAcceptInvitation, useInvitationByToken } from '#features/invitations/api.ts'
import { usePlainForm } from '#lib/forms/plain-form.ts'
import { describeError } from '#lib/server/describe-error.ts'
import { paths } from '#paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { useAuthSettings } from '../settings-api.ts'
import { signupForm } from '../shared/auth-forms.ts'
import { useSignup } from '../sign-up-api.ts'
import { AuthCard, inlineLink } from './auth-card.tsx'
import { ConfirmEmailCard } from './confirm-email-card.tsx'
import { OtherWays } from './other-ways.tsx'
import { SignupFields } from './signup-fields.tsx'
import { SignupNote } from './signup-note.tsx'
import { useCaptcha } from './use-captcha.tsx'

type InvitedProps = { token: string; studio: PublicStudio; legalKinds: PublicLegalTexts['kinds'] }

/** The sign-up page of an invitation: creates the account, then accepts the invitation. */
export function InvitedSignup(props: InvitedProps) {
  const { token, studio } = props
  const invitation = useInvitationByToken(token)
  if (invitation.data) return <Form {...props} invited={invitation.data} />
  if (invitation.error) {
    return (
      <AuthCard title="This invitation cannot be accepted" owner={studio.name}>
        <p className="text-center text-sm text-muted-foreground">{describeError(invitation.error).message}</p>
        <ButtonLink look="secondary">
          <Link to={paths.login({ namespace: studio.slug })}>Go to sign in</Link>
        </ButtonLink>
      </AuthCard>
    )
  }
  return (
    <AuthCard title={`Join ${studio.name}`} owner={studio.name}>
      <p role="status" className="flex items-center justify-center gap-2 text-sm text-muted-foreground">
        <Spinner />
        Loading your invitation...
      </p>
    </AuthCard>
  )
}

type InvitedPerson = { full_name: string; email: string; as: 'crew' | 'client' }

function useInvitedSignup({ token, studio }: Pick<InvitedProps, 'token' | 'studio'>) {
  const navigate = useNavigate()
  const signup = useSignup()
  const accept = useAcceptInvitation()
  const captcha = useCaptcha()
  const namespace = studio.slug
  const next = paths.invitations(token)
  const createAccount = (input: Omit<InvitedPerson, 'as'> & { password: string }) =>
    signup.mutate(
      { ...input, ...captcha.token, namespace, as: null, next, invitation: token },
      {
        onError: captcha.reset,
        onSuccess: ({ confirmed }) => {
          if (!confirmed) return
          accept.mutate(
            { token },
            {
              // The account exists; the invitation page explains why accepting failed.
              onError: () => navigate(next),
            },
          )
        },
      },
    )
  return {
    createAccount,
    pending: signup.isPending || signup.data?.confirmed === true,
    signup,
    captcha,
    destination: { namespace, next },
  }
}

function Form({ token, studio, legalKinds, invited }: InvitedProps & { invited: InvitedPerson }) {
  const { createAccount, pending, signup, captcha, destination } = useInvitedSignup({ token, studio })
  const min = useAuthSettings()?.password_min_length
  const { props, fields, errors } = usePlainForm(signupForm(min), createAccount, {
    full_name: invited.full_name,
    email: invited.email,
  })
  if (signup.data?.confirmed === false)
    return <ConfirmEmailCard email={fields.email} owner={studio.name} returnPath={destination} />
  return (
    <AuthCard
      title={invited.as === 'client' ? `Join ${studio.name}` : `Join the crew of ${studio.name}`}
      subtitle={
        invited.as === 'client'
          ? 'Create your account to see your sessions'
          : 'Create your account to accept the invitation'
      }
      owner={studio.name}
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
        <SignupFields
          errors={errors}
          password={fields.password}
          min={min}
          pending={pending}
          captcha={captcha.widget}
          invited={invited}
        />
        <SignupNote studio={studio} legalKinds={legalKinds} isClient={invited.as === 'client'} />
      </form>
      <OtherWays {...destination} />
    </AuthCard>
  )
}
