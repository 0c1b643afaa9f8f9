import { lazy, Suspense } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useAuthPage } from '#layouts/public/use-auth-page.ts'
import { describeError } from '#lib/server/describe-error.ts'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { AuthCard } from './components/auth-card.tsx'
import { LinkExpired } from './components/link-expired.tsx'
import { type LinkType, linkTypes, useConfirmLink } from './email-links-api.ts'

// Loaded on demand, because most email links do not need the dialog.
const WelcomeLink = lazy(async () => ({ default: (await import('./components/welcome-link.tsx')).WelcomeLink }))
const SignupLink = lazy(async () => ({ default: (await import('./components/signup-link.tsx')).SignupLink }))
const VisitorLink = lazy(async () => ({ default: (await import('./components/visitor-link.tsx')).VisitorLink }))
const FactorLink = lazy(async () => ({ default: (await import('./components/factor-link.tsx')).FactorLink }))

const linkTexts: Record<LinkType, { title: string; subtitle: string; button: string }> = {
  magiclink: { title: 'Sign in', subtitle: 'With the link from your email', button: 'Sign in' },
  recovery: { title: 'Reset your password', subtitle: 'Choose a new one next', button: 'Continue' },
  email_change: {
    title: 'Confirm the change of your email address',
    subtitle: 'It changes after both the old and the new address have confirmed it',
    button: 'Confirm the change',
  },
}

/** Token and type from the hash of an email link; null if incomplete. */
function readLink(hash: string): { token_hash: string; type: LinkType } | null {
  const params = new URLSearchParams(hash.replace(/^#/, ''))
  const type = linkTypes.find((value) => value === params.get('type'))
  const token_hash = params.get('token_hash')
  return type && token_hash ? { token_hash, type } : null
}

const questionScreens = { signup: SignupLink, welcome: WelcomeLink, factor_added: FactorLink, visitor: VisitorLink }

/** The screen for an email link that asks the user a question, or null. */
function findQuestionScreen(hash: string) {
  const params = new URLSearchParams(hash.replace(/^#/, ''))
  const type = params.get('type')
  const token_hash = params.get('token_hash')
  return (type === 'signup' || type === 'welcome' || type === 'factor_added' || type === 'visitor') && token_hash
    ? { Screen: questionScreens[type], token_hash }
    : null
}

/**
 * Opening an email link does nothing by itself, because email scanners open links too: the user must press a button.
 */
export default function ConfirmScreen() {
  const { studio } = useAuthPage()
  const destination = { namespace: studio?.slug ?? null }
  const owner = studio?.name ?? 'StudioHub'
  const { hash } = useLocation()
  const link = readLink(hash)
  const navigate = useNavigate()
  const confirm = useConfirmLink()
  const isExpired = confirm.isError && describeError(confirm.error).code === 'otp_expired'

  const question = findQuestionScreen(hash)
  if (question) {
    const { Screen, token_hash } = question
    return (
      <Suspense fallback={<Skeleton className="h-64" />}>
        <Screen token_hash={token_hash} owner={owner} {...destination} />
      </Suspense>
    )
  }
  if (!link || isExpired) return <LinkExpired owner={owner} namespace={destination.namespace} />
  if (confirm.data === 'half') return <SecondConfirmation owner={owner} />
  const { title, subtitle, button } = linkTexts[link.type]
  const nextPath = link.type === 'recovery' ? paths.resetPassword(destination) : paths.callback(destination)
  return (
    <AuthCard title={title} subtitle={subtitle} owner={owner}>
      <Button
        pending={confirm.isPending || confirm.isSuccess}
        pendingText="Confirming..."
        onClick={() =>
          confirm.mutate(link, {
            onSuccess: (result) => result === 'done' && navigate(nextPath, { replace: true }),
          })
        }
      >
        {button}
      </Button>
    </AuthCard>
  )
}

function SecondConfirmation({ owner }: { owner: string }) {
  return (
    <AuthCard
      title="One more step"
      subtitle="This address is confirmed. Now open the email at the other address: the change takes effect after both confirmations."
      owner={owner}
    >
      <p role="status" className="text-center text-sm text-muted-foreground">
        You can close this page.
      </p>
    </AuthCard>
  )
}
