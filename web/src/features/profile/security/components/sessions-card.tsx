import type { Session } from '@studiohub/contract/features/profile/schema.ts'
import { LogOut, MonitorSmartphone } from 'lucide-react'
import { useSignOut } from '#features/auth/sign-out-api.ts'
import { RelativeTime } from '#lib/page/relative-time.tsx'
import { formatDateTime } from '#lib/page/time.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ConfirmButton } from '#ui/confirm-dialog.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { useEndOtherSessions, useEndSession, useSessions } from '../api.ts'
import { Row, Rows } from './rows.tsx'

/** The user's sessions, each with a sign-out button. */
export function SessionsCard() {
  const sessions = useSessions()
  const endOthers = useEndOtherSessions()
  const signOutEverywhere = useSignOut('global')
  const hasOthers = (sessions.data ?? []).some(({ is_current }) => !is_current)
  return (
    <Card
      title="Where you are signed in"
      description="Sign out devices that you do not recognize, then change your password."
    >
      <QueryView query={sessions} loadingText="Loading sessions..." errorTitle="Failed to load sessions">
        {(rows) => (
          <Rows label="Sessions">
            {rows.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </Rows>
        )}
      </QueryView>
      <div className="flex flex-wrap gap-2">
        {hasOthers && (
          <Button
            look="secondary"
            onClick={() => endOthers.mutate({})}
            pending={endOthers.isPending}
            pendingText="Signing out..."
          >
            Sign out other devices
          </Button>
        )}
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
          <span className="block">
            Signed in {formatDateTime(session.created_at)} {signInMethodLabels[session.method]}
            {describeAddress(session)}
          </span>
        </>
      }
      action={
        !session.is_current && (
          <Button
            look="secondary"
            size="small"
            aria-label={`Sign out ${session.device}, last used ${formatDateTime(session.last_used_at)}`}
            onClick={() => end.mutate({ id: session.id })}
            pending={end.isPending}
            pendingText="Signing out..."
          >
            <LogOut aria-hidden />
            Sign out
          </Button>
        )
      }
    />
  )
}
