import type { PlatformUser } from '@studiohub/contract/features/admin/schema.ts'
import { Users } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { useMe } from '#features/profile/api.ts'
import { paths } from '#paths.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmailText } from '#ui/email-text.tsx'
import { Pager } from '#ui/pager.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { LoadingOverlay } from '#ui/spinner.tsx'
import { EmptyState } from '#ui/states.tsx'
import { Table } from '#ui/table.tsx'
import { ROWS_A_PAGE, useLiftSuspension, useUsers } from '../api.ts'
import { usePages } from '../hooks/use-pages.ts'
import { formatDate, getDisplayName, isOpenEnded } from '../model/wording.ts'
import { RoleBadges } from './role-badges.tsx'
import { SearchField } from './search-field.tsx'

const AssignRoleDialog = lazy(async () => ({ default: (await import('./assign-role-dialog.tsx')).AssignRoleDialog }))
const SuspendDialog = lazy(async () => ({ default: (await import('./suspend-dialog.tsx')).SuspendDialog }))

type AllUsersProps = { search: string; onSearch: (text: string) => void }
type UserAction = { kind: 'assign' | 'suspend'; person: PlatformUser }

/** All users, with search and pagination. */
export function AllUsers({ search, onSearch }: AllUsersProps) {
  const pages = usePages(search)
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
              {...{ page: pages.page, rowCount: items.length, perPage: ROWS_A_PAGE, total }}
              onBack={pages.back}
              onNext={pages.getPager(next_cursor)}
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
      label="All users"
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { name: 'Name', cell: (person) => <Name person={person} /> },
        { name: 'Phone', cell: ({ phone }) => phone ?? <span className="text-muted-foreground">Not given</span> },
        { name: 'Roles', cell: (person) => <RoleBadges person={person} /> },
        {
          name: 'Registered',
          cell: ({ created_at }) => <span className="whitespace-nowrap">{formatDate(created_at)}</span>,
        },
        {
          name: 'Actions',
          hideName: true,
          align: 'end',
          cell: (person) => <Actions person={person} onAction={onAction} />,
        },
      ]}
    />
  )
}

function Name({ person }: { person: PlatformUser }) {
  const { full_name, email, email_proven, banned_until } = person
  return (
    <span className="grid min-w-0 justify-items-end gap-0.5 @3xl:justify-items-start">
      <span className="font-medium">{full_name || 'No name'}</span>
      <span className="max-w-full text-xs text-muted-foreground">
        <EmailText>{email}</EmailText>
      </span>
      {!email_proven && <Badge tone="pending">Email not confirmed</Badge>}
      {banned_until && (
        <Badge tone="cancelled">
          {isOpenEnded(banned_until) ? 'Suspended' : `Suspended until ${formatDate(banned_until)}`}
        </Badge>
      )}
    </span>
  )
}

function Actions({ person, onAction }: { person: PlatformUser; onAction: (openAction: UserAction) => void }) {
  const me = useMe()
  const lift = useLiftSuspension()
  const of = `of ${getDisplayName(person)}`
  return (
    <span className="flex flex-wrap justify-end gap-1">
      <Button size="small" look="secondary" onClick={() => onAction({ kind: 'assign', person })} aria-haspopup="dialog">
        Assign Role<span className="sr-only"> to {getDisplayName(person)}</span>
      </Button>
      {person.banned_until ? (
        <Button
          size="small"
          look="secondary"
          pending={lift.isPending}
          onClick={() => lift.mutate({ user_id: person.id })}
        >
          Lift suspension<span className="sr-only"> {of}</span>
        </Button>
      ) : (
        person.id !== me.user.id && (
          <Button
            size="small"
            look="quiet"
            onClick={() => onAction({ kind: 'suspend', person })}
            aria-haspopup="dialog"
          >
            Suspend<span className="sr-only"> {getDisplayName(person)}</span>
          </Button>
        )
      )}
      <ButtonLink size="small" look="quiet">
        <Link to={paths.superAdminTrail({ actor: person.id })}>
          Activity<span className="sr-only"> {of}</span>
        </Link>
      </ButtonLink>
    </span>
  )
}
