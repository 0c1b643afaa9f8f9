import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useAuthPage } from '#layouts/public/use-auth-page.ts'
import { paths } from '#paths.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { AuthCard, inlineLink } from './components/auth-card.tsx'
import { NewPassword } from './components/new-password.tsx'
import { RecoveryCode } from './components/recovery-code.tsx'
import { readRecoveryState } from './password-api.ts'

type LinkState = Extract<Awaited<ReturnType<typeof readRecoveryState>>, string>

/** Landing page of a reset link: sets a new password, or helps with an expired link (decision 0002). */
export default function ResetPasswordScreen() {
  const { studio } = useAuthPage()
  const namespace = studio?.slug ?? null
  const owner = studio?.name ?? 'StudioHub'
  const [link, setLink] = useState<LinkState>()
  const navigate = useNavigate()
  useEffect(() => {
    readRecoveryState().then(
      (state) => (typeof state === 'object' ? navigate(state.confirmPath, { replace: true }) : setLink(state)),
      // If the link cannot be read, the emailed code still works.
      () => setLink('none'),
    )
  }, [navigate])
  const [step, setStep] = useState<'new_password' | 'code' | null>(null)
  const currentStep = step ?? getStep(link)

  const loginLink = (
    <Link to={paths.login({ namespace })} className={inlineLink}>
      Back to login
    </Link>
  )
  if (currentStep === 'new_password') {
    return (
      <AuthCard title="Set a new password" subtitle="You stay signed in only on this device" owner={owner}>
        <NewPassword namespace={namespace} />
      </AuthCard>
    )
  }
  if (currentStep === 'expired') {
    return (
      <AuthCard
        title="This link has expired"
        subtitle="A link works once, for one hour, in the browser where you requested it."
        owner={owner}
        footer={loginLink}
      >
        <ButtonLink>
          <Link to={paths.forgotPassword({ namespace })}>Send a new link</Link>
        </ButtonLink>
        <Button look="secondary" onClick={() => setStep('code')}>
          Enter the code from the email
        </Button>
      </AuthCard>
    )
  }
  return (
    <AuthCard
      title="Reset password"
      subtitle="Enter the six-digit code from our email"
      owner={owner}
      footer={loginLink}
    >
      {currentStep === 'code' ? (
        <RecoveryCode onVerified={() => setStep('new_password')} />
      ) : (
        <Skeleton className="h-40" />
      )}
    </AuthCard>
  )
}

function getStep(state: LinkState | undefined) {
  if (state === 'ready') return 'new_password'
  return state === 'none' ? 'code' : state
}
