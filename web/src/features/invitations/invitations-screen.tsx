import { roleLabels } from '@studiohub/contract/actor.ts'
import { dataSharing } from '@studiohub/contract/features/clients/words.ts'
import { MailOpen } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { getHome } from '#access.ts'
import { formatDateTime } from '#lib/page/time.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Page } from '#ui/page.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { SignOutButton } from '../auth/components/sign-out-button.tsx'
import { useMe } from '../profile/api.ts'
import {
  useAcceptInvitation,
  useAcceptOwnInvitation,
  useDeclineInvitation,
  useInvitationByToken,
  useOwnInvitations,
} from './api.ts'

/** The invitation of an email link, or all open invitations of the current user. */
export default function InvitationsScreen() {
  const [search] = useSearchParams()
  const token = search.get('token')
  return (
    <Page narrow title="Invitations" subtitle={token ? undefined : 'Studios that invited you to their crew'}>
      {token ? <InvitationFromLink token={token} /> : <OpenInvitations />}
    </Page>
  )
}

function InvitationFromLink({ token }: { token: string }) {
  const invitation = useInvitationByToken(token)
  const accept = useAcceptInvitation()
  const me = useMe()
  const acceptInvitation = () => accept.mutate({ token })
  return (
    <QueryView
      query={invitation}
      loadingText="Loading your invitation..."
      errorTitle="This invitation cannot be accepted"
    >
      {({ studio, email, expires_at, as }) =>
        email === me.user.email.toLowerCase() ? (
          <Card
            title={as === 'client' ? `Your sessions at ${studio.name}` : `Join the crew of ${studio.name}`}
            description={`Until ${formatDateTime(expires_at)}`}
          >
            {as === 'client' ? (
              <p className="text-sm text-muted-foreground">
                Your sessions and projects there become part of your account. {dataSharing(studio.name)}
              </p>
            ) : (
              <RoleChangeNote studio={studio.name} />
            )}
            <div className="flex flex-wrap gap-2">
              <Button
                onClick={acceptInvitation}
                pending={accept.isPending || accept.isSuccess}
                pendingText="Accepting..."
              >
                Accept
              </Button>
              <HomeLink />
            </div>
          </Card>
        ) : (
          <ErrorState
            title="This invitation is for another email address"
            message={`It was sent to ${email}, and you are signed in as ${me.user.email}. Sign out, then open the link again.`}
            action={<SignOutButton />}
          />
        )
      }
    </QueryView>
  )
}

function OpenInvitations() {
  const invitations = useOwnInvitations()
  const accept = useAcceptOwnInvitation()
  const decline = useDeclineInvitation()
  return (
    <QueryView
      query={invitations}
      loadingText="Loading your invitations..."
      errorTitle="Failed to load your invitations"
      empty={
        <EmptyState icon={MailOpen} title="No invitations" action={<HomeLink />}>
          Invitations from studios appear here.
        </EmptyState>
      }
    >
      {(rows) =>
        rows.map(({ id, studio_name, inviter_name, expires_at }) => (
          <Card
            key={id}
            title={`Join the crew of ${studio_name}`}
            description={`${inviter_name ? `From ${inviter_name}. ` : ''}Until ${formatDateTime(expires_at)}`}
          >
            <RoleChangeNote studio={studio_name} />
            <div className="flex flex-wrap gap-2">
              <Button onClick={() => accept.mutate({ id })} pending={accept.isPending} pendingText="Accepting...">
                Accept
              </Button>
              <Button look="secondary" onClick={() => decline.mutate({ id })} pending={decline.isPending}>
                Decline
              </Button>
            </div>
          </Card>
        ))
      }
    </QueryView>
  )
}

/** Explains the effect of accepting: it adds a role, and the newest role decides what the user sees. */
function RoleChangeNote({ studio }: { studio: string }) {
  const me = useMe()
  if (!me.role) return <p className="text-sm text-muted-foreground">You will be crew of {studio}.</p>
  const placeText = me.studio ? ` at ${me.studio.name}` : ''
  return (
    <p className="text-sm text-muted-foreground">
      You are {roleLabels[me.role]}
      {placeText} now. If you accept, StudioHub will open as crew of {studio} for you from then on.
    </p>
  )
}

function HomeLink() {
  return (
    <ButtonLink look="secondary">
      <Link to={getHome(useMe())}>Back to your home page</Link>
    </ButtonLink>
  )
}
