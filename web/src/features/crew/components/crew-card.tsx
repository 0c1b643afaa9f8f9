import type { CrewMember } from '@studiohub/contract/features/crew/schema.ts'
import type { Invitation } from '@studiohub/contract/features/invitations/schema.ts'
import { localAt } from '@studiohub/contract/shared/instants.ts'
import { UserPlus, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { useInvitations } from '#features/invitations/api.ts'
import { useNow } from '#lib/hooks/use-now.ts'
import { formatDateOf, formatDateTime, formatDay } from '#lib/page/time.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmailText } from '#ui/email-text.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { ShowMore } from '#ui/show-more.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { rowPictureClasses, Table } from '#ui/table.tsx'
import { useCrew } from '../api.ts'
import { getRoleName, InvitationActions } from './invitation-actions.tsx'
import { getMemberName, MemberActions } from './member-actions.tsx'

type CrewCardProps = { studio_id: string; timezone: string; onInvite: () => void }

/** A row: a member, or a person who is invited. */
type Person = { id: string; member: CrewMember } | { id: string; invitation: Invitation }

const toPeople = (members: readonly CrewMember[], invitations: readonly Invitation[]): Person[] => [
  ...members.map((member) => ({ id: member.role_id, member })),
  ...invitations.map((invitation) => ({ id: invitation.id, invitation })),
]

/** The crew members and, below them, the open invitations, each with their actions. */
export function CrewCard({ studio_id, timezone, onInvite }: CrewCardProps) {
  const crew = useCrew(studio_id)
  const invitations = useInvitations(studio_id)
  const people = crew.data && toPeople(crew.data, invitations.data ?? [])
  return (
    <Card
      title="Crew members"
      description="Crew see the schedule, check-ins and their tasks. Desk crew also manage bookings."
    >
      <QueryView
        query={{ ...crew, data: people }}
        loadingText="Loading crew..."
        errorTitle="Error loading staff"
        empty={invitations.isPending ? undefined : <NoCrew onInvite={onInvite} />}
      >
        {(rows) => (
          <People
            studio_id={studio_id}
            rows={rows}
            invitedText={`Pending invitations (${invitations.data?.length ?? 0}${invitations.hasNextPage ? '+' : ''})`}
            timezone={timezone}
          />
        )}
      </QueryView>
      {invitations.error && !invitations.data && (
        <ErrorState
          title="Failed to load invitations"
          message={invitations.error.message}
          onRetry={() => invitations.refetch()}
        />
      )}
      <ShowMore list={crew} label="Show more crew members" />
      <ShowMore list={invitations} label="Show more invitations" />
    </Card>
  )
}

const NoCrew = ({ onInvite }: { onInvite: () => void }) => (
  <EmptyState
    icon={Users}
    title="No crew members yet"
    action={
      <Button look="secondary" onClick={onInvite}>
        <UserPlus aria-hidden />
        Invite your first crew member
      </Button>
    }
  >
    Invite the people who work at your studio by email.
  </EmptyState>
)

type PeopleProps = { studio_id: string; rows: readonly Person[]; invitedText: string; timezone: string }

function People({ studio_id, rows, invitedText, timezone }: PeopleProps) {
  const firstInvited = rows.find((row) => 'invitation' in row)
  return (
    <Table
      label="Crew members"
      rows={rows}
      keyOf={({ id }) => id}
      lineAbove={(row) => (row === firstInvited ? { text: invitedText, isNarrowOnly: false } : null)}
      columns={[
        { name: 'Name', narrow: 'title', width: '22%', cell: (row) => <NameCell name={getName(row)} /> },
        { name: 'Role', width: '10%', cell: (row) => <RoleCell person={row} /> },
        { name: 'Contact', width: '24%', cell: (row) => <ContactCell person={row} /> },
        { name: 'Since', cell: (row) => <SinceCell person={row} timezone={timezone} /> },
        {
          name: 'Actions',
          hideName: true,
          align: 'end',
          narrow: 'end',
          cell: (row) =>
            'member' in row ? (
              <MemberActions studio_id={studio_id} member={row.member} timezone={timezone} />
            ) : (
              <InvitationActions invitation={row.invitation} timezone={timezone} />
            ),
        },
      ]}
    />
  )
}

const getName = (person: Person) => ('member' in person ? getMemberName(person.member) : person.invitation.full_name)

/** Narrow rows of invitations have no role, because they need the line for the email and the day. */
function RoleCell({ person }: { person: Person }) {
  if ('member' in person) return getRoleName(person.member)
  return <span data-wide-only>{getRoleName(person.invitation)}</span>
}

export const NameCell = ({ name, children = name }: { name: string; children?: ReactNode }) => (
  <span className="flex min-w-0 items-center gap-3">
    <span className={rowPictureClasses} data-row-picture>
      <Avatar src={null} name={name} />
    </span>
    <span className="font-medium @max-3xl:truncate">{children}</span>
  </span>
)

function ContactCell({ person }: { person: Person }) {
  if ('invitation' in person) return <EmailText>{person.invitation.email}</EmailText>
  const { phone } = person.member
  if (!phone) return <span data-wide-only>–</span>
  return (
    <a href={`tel:${phone.replace(/[^+\d]/g, '')}`} className="text-link underline-offset-4 hover:underline">
      {phone}
    </a>
  )
}

function SinceCell({ person, timezone }: { person: Person; timezone: string }) {
  const now = useNow()
  if ('member' in person) return <span data-wide-only>{formatDateOf(person.member.created_at, timezone)}</span>
  const { expires_at } = person.invitation
  if (Date.parse(expires_at) <= now.getTime()) return <Badge tone="cancelled">Expired</Badge>
  const day = formatDay(localAt(expires_at, timezone).date)
  return (
    <>
      <span className="@3xl:hidden">expires {day}</span>
      <span title={formatDateTime(expires_at, timezone)} className="text-muted-foreground @max-3xl:hidden">
        Expires {day}
      </span>
    </>
  )
}
