import type { PlatformUser } from '@studiohub/contract/features/admin/schema.ts'
import { Users } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useMe } from '#features/profile/api.ts'
import { formatDateOf } from '#lib/page/time.ts'
import { paths } from '#paths.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { EmailText } from '#ui/email-text.tsx'
import { Pager } from '#ui/pager.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { RowActions, RowFacts } from '#ui/row-actions.tsx'
import type { RowAction } from '#ui/row-menu.tsx'
import { LoadingOverlay } from '#ui/spinner.tsx'
import { EmptyState } from '#ui/states.tsx'
import { aboveRowClasses, Table } from '#ui/table.tsx'
import { ROWS_PER_PAGE } from '../api.ts'
import { useCursorPages } from '../hooks/use-cursor-pages.ts'
import { formatRole, getDisplayName, isOpenEnded } from '../model/wording.ts'
import { useOpenRequest } from '../roles-api.ts'
import { useLiftSuspension, useUsers } from '../users-api.ts'
import { EmailLine } from './email-line.tsx'
import { NoRole, RoleBadges } from './role-badges.tsx'
import { SearchField } from './search-field.tsx'

const AssignRoleDialog = lazy(async () => ({ default: (await import('./assign-role-dialog.tsx')).AssignRoleDialog }))
const SuspendDialog = lazy(async () => ({ default: (await import('./suspend-dialog.tsx')).SuspendDialog }))

type AllUsersProps = { search: string; onSearch: (text: string) => void }
type UserAction = { kind: 'assign' | 'suspend'; person: PlatformUser }

/** All users, with search and pagination. */
export function AllUsers({ search, onSearch }: AllUsersProps) {
  const pages = useCursorPages(search)
  const users = useUsers({ search, cursor: pages.cursor })
  const [openAction, setOpenAction] = useState<UserAction | null>(null)
  const close = () => setOpenAction(null)
  return (
    <div className="grid gap-4">
      <SearchField label="Search by name, email or phone" value={search} onSearch={onSearch} />
      <QueryView
        query={users}
        loadingText="Loading users..."
        errorTitle="Error loading data"
        isEmpty={({ items }) => items.length === 0}
        empty={
          <EmptyState icon={Users} title="No users found">
            No account matches your search.
          </EmptyState>
        }
      >
        {({ items, next_cursor, total }) => (
          <>
            <UserTable rows={items} onAction={setOpenAction} />
            <Pager
              page={pages.page}
              rowCount={items.length}
              perPage={ROWS_PER_PAGE}
              total={total}
              onBack={pages.back}
              onNext={pages.getNextHandler(next_cursor)}
              pending={users.isPlaceholderData}
            />
          </>
        )}
      </QueryView>
      {openAction && (
        <Suspense fallback={<LoadingOverlay>Opening...</LoadingOverlay>}>
          {openAction.kind === 'assign' ? (
            <AssignRoleDialog person={openAction.person} onClose={close} />
          ) : (
            <SuspendDialog person={openAction.person} onClose={close} />
          )}
        </Suspense>
      )}
    </div>
  )
}

function UserTable({ rows, onAction }: { rows: readonly PlatformUser[]; onAction: (openAction: UserAction) => void }) {
  return (
    <Table
      framed
      label="All users"
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { name: 'Name', narrow: 'title', cell: (person) => <NameCell person={person} /> },
        {
          name: 'Phone',
          narrow: 'hidden',
          cell: ({ phone }) => phone ?? <NoPhone />,
        },
        { name: 'Roles', narrow: 'hidden', cell: (person) => <RoleBadges person={person} /> },
        {
          name: 'Registered',
          narrow: 'hidden',
          cell: ({ created_at }) => <span className="whitespace-nowrap">{formatDateOf(created_at)}</span>,
        },
        {
          name: 'Actions',
          align: 'end',
          narrow: 'end',
          cell: (person) => <ActionsCell person={person} onAction={onAction} />,
        },
      ]}
    />
  )
}

const NoPhone = () => (
  <span className="text-muted-foreground">
    <span aria-hidden>–</span>
    <span className="sr-only">Not given</span>
  </span>
)

const UserFacts = ({ person }: { person: PlatformUser }) => (
  <RowFacts
    facts={{
      Email: <EmailText>{person.email}</EmailText>,
      Phone: person.phone ?? 'Not given',
      Roles: <RoleBadges person={person} />,
      Registered: formatDateOf(person.created_at),
    }}
  />
)

/** A person's picture, name, state and email. A narrow row has the names of their roles too; its sheet has the badges. */
function NameCell({ person }: { person: PlatformUser }) {
  const { full_name, email, roles } = person
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Avatar src={null} name={full_name || email} />
      <span className="grid min-w-0 grow grid-cols-1 gap-0.5 @3xl:max-w-72 @3xl:min-w-52">
        <span className="flex min-w-0 items-center gap-2">
          <span className="truncate font-medium">{full_name || 'No name'}</span>
          <StateBadge person={person} />
        </span>
        <EmailLine>{email}</EmailLine>
        <span
          className={cx(
            'text-xs font-normal text-muted-foreground @3xl:hidden',
            roles.length > 0 ? 'truncate' : 'wrap-anywhere whitespace-normal',
          )}
        >
          {roles.map(formatRole).join('; ') || <NoRole person={person} isPlain />}
        </span>
      </span>
    </span>
  )
}

/** Next to the name, so that rows have one height. A narrow row has space for one word. */
function StateBadge({ person: { email_proven, banned_until } }: { person: PlatformUser }) {
  if (banned_until) {
    const end = isOpenEnded(banned_until) ? '' : ` until ${formatDateOf(banned_until)}`
    return (
      <Badge tone="cancelled">
        Suspended<span className="@max-3xl:hidden">{end}</span>
      </Badge>
    )
  }
  if (email_proven) return null
  return (
    <Badge tone="pending">
      <span className="@max-3xl:hidden">Email not confirmed</span>
      <span className="@3xl:hidden">Unconfirmed</span>
    </Badge>
  )
}

function ActionsCell({ person, onAction }: { person: PlatformUser; onAction: (openAction: UserAction) => void }) {
  const me = useMe()
  const navigate = useNavigate()
  const request = useOpenRequest(person)
  const name = getDisplayName(person)
  const canSuspend = person.id !== me.user.id && !person.banned_until
  const suspend: RowAction = {
    label: 'Suspend',
    name: `Suspend ${name}`,
    isDanger: true,
    onSelect: () => onAction({ kind: 'suspend', person }),
  }
  const activity: RowAction = {
    label: 'Activity',
    name: `Activity of ${name}`,
    onSelect: () => navigate(paths.superAdminAuditLog({ actor: person.id })),
  }
  const assign: RowAction = {
    label: 'Assign Role',
    name: `Assign Role to ${name}`,
    onSelect: () => onAction({ kind: 'assign', person }),
  }
  const menu = [...(request ? [assign] : []), activity, ...(canSuspend ? [suspend] : [])]
  return (
    // As far right as the menu of other tables: the button is wider than its icon.
    <span className="block @max-3xl:-mr-3 @max-3xl:flex @max-3xl:items-center">
      {request && <ReviewLink name={name} className={cx(aboveRowClasses, 'min-h-11 @3xl:hidden')} />}
      <RowActions name={name} facts={<UserFacts person={person} />} menu={menu}>
        {person.banned_until && <LiftSuspension user_id={person.id} name={name} />}
        {request ? (
          <ReviewLink name={name} />
        ) : (
          <Button
            size="small"
            look="secondary"
            // On every wide row, so quiet there; in the sheet of a narrow row it is one of the buttons.
            className="@3xl:border-transparent @3xl:bg-transparent @3xl:font-normal @3xl:hover:bg-muted"
            onClick={() => onAction({ kind: 'assign', person })}
            aria-haspopup="dialog"
          >
            Assign Role<span className="sr-only"> to {name}</span>
          </Button>
        )}
      </RowActions>
    </span>
  )
}

const ReviewLink = ({ name, className }: { name: string; className?: string }) => (
  <ButtonLink size="small" look="tinted" {...(className && { className })}>
    <Link to={paths.superAdminUsersTab('pending')}>
      Review<span className="sr-only"> the request of {name}</span>
    </Link>
  </ButtonLink>
)

function LiftSuspension({ user_id, name }: { user_id: string; name: string }) {
  const lift = useLiftSuspension()
  return (
    <Button size="small" look="secondary" pending={lift.isPending} onClick={() => lift.mutate({ user_id })}>
      Lift suspension<span className="sr-only"> of {name}</span>
    </Button>
  )
}
