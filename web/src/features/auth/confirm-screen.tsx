import { lazy, Suspense } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { useAuthPlace } from '../../layouts/use-auth-place.ts'
import { problemOf } from '../../lib/problem.ts'
import { paths } from '../../paths.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type LinkType, linkTypes, useConfirmLink } from './api.ts'
import { AuthCard } from './components/auth-card.tsx'

// Its dialog is not worth its weight to everybody who comes by another mail.
const WelcomeLink = lazy(async () => ({ default: (await import('./components/welcome-link.tsx')).WelcomeLink }))

const words: Record<LinkType, { title: string; subtitle: string; button: string }> = {
  signup: {
    title: 'Confirm your email address',
    subtitle: 'One click and your account is ready',
    button: 'Confirm',
  },
  magiclink: { title: 'Sign in', subtitle: 'With the link from your email', button: 'Sign in' },
  recovery: { title: 'Reset your password', subtitle: 'Choose a new one next', button: 'Continue' },
  email_change: {
    title: 'Confirm the change of your email address',
    subtitle: 'It changes once it is confirmed at the old and at the new address',
    button: 'Confirm the change',
  },
}

/** What the hash of a mailed link says, or null for an address that no mail holds. */
function readLink(hash: string): { token_hash: string; type: LinkType } | null {
  const given = new URLSearchParams(hash.replace(/^#/, ''))
  const type = linkTypes.find((known) => known === given.get('type'))
  const token_hash = given.get('token_hash')
  return type && token_hash ? { token_hash, type } : null
}

/** The token of a welcome mail's link, where the hash holds one. */
function welcomeIn(hash: string): string | null {
  const given = new URLSearchParams(hash.replace(/^#/, ''))
  return given.get('type') === 'welcome' ? given.get('token_hash') : null
}

/** A mailed link does nothing by being opened, since mailboxes open links themselves: a person presses this button. */
export default function ConfirmScreen() {
  const { studio } = useAuthPlace()
  const place = { namespace: studio?.slug ?? null }
  const owner = studio?.name ?? 'StudioHub'
  const { hash } = useLocation()
  const link = readLink(hash)
  const navigate = useNavigate()
  const confirm = useConfirmLink()
  const isSpent = confirm.isError && problemOf(confirm.error).code === 'otp_expired'

  const welcome = welcomeIn(hash)
  if (welcome) {
    return (
      <Suspense fallback={<Skeleton className="h-64" />}>
        <WelcomeLink token_hash={welcome} owner={owner} {...place} />
      </Suspense>
    )
  }
  if (!link || isSpent) return <Expired owner={owner} namespace={place.namespace} />
  if (confirm.data === 'half') return <OneMore owner={owner} />
  const { title, subtitle, button } = words[link.type]
  const onward = link.type === 'recovery' ? paths.resetPassword(place) : paths.callback(place)
  return (
    <AuthCard title={title} subtitle={subtitle} owner={owner}>
      <Button
        pending={confirm.isPending || confirm.isSuccess}
        pendingText="Confirming..."
        onClick={() =>
          confirm.mutate(link, {
            onSuccess: (outcome) => outcome === 'done' && navigate(onward, { replace: true }),
          })
        }
      >
        {button}
      </Button>
    </AuthCard>
  )
}

function Expired({ owner, namespace }: { owner: string; namespace: string | null }) {
  return (
    <AuthCard
      title="This link has expired"
      subtitle="A link works once, for one hour, and only the newest one. Ask for another where you asked for this one."
      owner={owner}
    >
      <ButtonLink>
        <Link to={paths.login({ namespace })}>Back to login</Link>
      </ButtonLink>
    </AuthCard>
  )
}

function OneMore({ owner }: { owner: string }) {
  return (
    <AuthCard
      title="One more step"
      subtitle="This address has agreed. Now open the email at the other address: the change is made when both have agreed."
      owner={owner}
    >
      <p role="status" className="text-center text-sm text-muted-foreground">
        You can close this page.
      </p>
    </AuthCard>
  )
}
