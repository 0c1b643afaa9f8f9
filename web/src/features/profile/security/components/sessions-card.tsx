import type { Session } from '@studiohub/contract/features/profile/schema.ts'
import { LogOut, MonitorSmartphone } from 'lucide-react'
import { useState } from 'react'
import { useSignOut } from '#features/auth/sign-out-api.ts'
import { RelativeTime } from '#lib/page/relative-time.tsx'
import { formatDateTime } from '#lib/page/time.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ConfirmButton } from '#ui/confirm-dialog.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { useEndOtherSessions, useEndSession, useSessions } from '../api.ts'
import { Row, Rows } from './rows.tsx'

/** How many sessions are visible at first. The current one is the first. */
const FIRST_SESSIONS = 5

/** The user's sessions, each with a sign-out button. */
export function SessionsCard() {
  const [showsAll, setShowsAll] = useState(false)
  const sessions = useSessions()
  const endOthers = useEndOtherSessions()
  const signOutEverywhere = useSignOut('global')
  const hasOthers = (sessions.data ?? []).some(({ is_current }) => !is_current)
  return (
    <Card
      title="Where you are signed in"
      description="Sign out devices that you do not recognize, then change your password."
      action={
        hasOthers && (
          <Button
            look="secondary"
            size="small"
            className="max-md:min-h-11"
            onClick={() => endOthers.mutate({})}
            pending={endOthers.isPending}
            pendingText="Signing out..."
          >
            Sign out other devices
          </Button>
        )
      }
    >
      <QueryView query={sessions} loadingText="Loading sessions..." errorTitle="Failed to load sessions">
        {(rows) => (
          <>
            <Rows label="Sessions">
              {(showsAll ? rows : rows.slice(0, FIRST_SESSIONS)).map((session) => (
                <SessionRow key={session.id} session={session} />
              ))}
            </Rows>
            {!showsAll && rows.length > FIRST_SESSIONS && (
              <Button look="quiet" className="justify-self-start" onClick={() => setShowsAll(true)}>
                Show all {rows.length}
              </Button>
            )}
          </>
        )}
      </QueryView>
      <div className="flex flex-wrap gap-2">
        <ConfirmButton
          trigger="Sign out all devices"
          title="Sign out all devices"
          description="You will be signed out on every device, including this one."
          cancelLabel="Cancel"
          confirmLabel="Sign out all devices"
          isPending={signOutEverywhere.isPending}
          onConfirm={() => signOutEverywhere.mutateAsync()}
        />
      </div>
    </Card>
  )
}

const signInMethodLabels: Record<Session['method'], string> = {
  password: 'with a password',
  provider: 'with Google or another provider',
  email: 'with a link or code from an email',
  passkey: 'with a passkey',
}

const describeAddress = ({ ip_address }: Session) => (ip_address ? `, from ${ip_address}` : '')

function SessionRow({ session }: { session: Session }) {
  const end = useEndSession()
  return (
    <Row
      icon={MonitorSmartphone}
      title={
        <>
          {session.device}
          {session.is_current && <Badge tone="confirmed">This device</Badge>}
        </>
      }
      text={
        <>
          <span className="block">
            Last used <RelativeTime at={session.last_used_at} />
          </span>
          <span className="block text-xs">
            Signed in {formatDateTime(session.created_at)}
            <span className="max-md:sr-only">
              {' '}
              {signInMethodLabels[session.method]}
              {describeAddress(session)}
            </span>
          </span>
        </>
      }
      action={
        !session.is_current && (
          <IconButton
            name={`Sign out ${session.device}, last used ${formatDateTime(session.last_used_at)}`}
            onClick={() => end.mutate({ id: session.id })}
            pending={end.isPending}
          >
            <LogOut aria-hidden />
          </IconButton>
        )
      }
    />
  )
}
