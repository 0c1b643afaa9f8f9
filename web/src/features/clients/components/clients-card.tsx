import type { StudioClient } from '@studiohub/contract/features/roles/schema.ts'
import { todayIn } from '@studiohub/contract/shared/instants.ts'
import { moneyText } from '@studiohub/contract/shared/money.ts'
import { MailWarning, SearchX, Users } from 'lucide-react'
import { useDeferredValue, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useNow } from '#lib/hooks/use-now.ts'
import { useShortcut } from '#lib/hooks/use-shortcut.ts'
import { createTimeFormatter, formatDateOf, formatMediumDate, formatWeekdayAndDay } from '#lib/page/time.ts'
import { paths } from '#paths.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { cx } from '#ui/cx.ts'
import { QueryView } from '#ui/query-view.tsx'
import { RowActions } from '#ui/row-actions.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { ShowMore } from '#ui/show-more.tsx'
import { EmptyState } from '#ui/states.tsx'
import { aboveRowClasses, rowPictureClasses, Table, wholeWideRowClasses } from '#ui/table.tsx'
import { useClients, useInviteClients } from '../api.ts'
import { SPEND_HINT } from '../model/spend.ts'
import { RemoveDialog } from './remove-dialog.tsx'

/** The client whose history is open. The role is needed to remove the client. */
export type ClientWithHistory = { id: string; name: string; role_id: string | null }

type ClientsCardProps = {
  studio_id: string
  timezone: string
  canRemove: boolean
  onShow: (client: ClientWithHistory) => void
  onAdd: () => void
}

/** An empty value; a narrow row leaves it out. */
const emptyValue = <span data-wide-only>–</span>

const getName = ({ full_name }: StudioClient) => full_name ?? 'No name'
const formatSpend = ({ summary }: StudioClient) =>
  summary?.spend.map(({ amount_minor, currency }) => moneyText(amount_minor, currency)).join(' + ') || emptyValue

const formatSessionDay = (date: string, today: string) => (date === today ? 'Today' : formatMediumDate(date))

type NextSessionProps = { summary: StudioClient['summary']; today: string; timezone: string }

/** The day of the next session, today with its time; in a narrow row, which has no headings, with a word before it. */
function NextSession({ summary, today, timezone }: NextSessionProps) {
  const date = summary?.next_date
  if (!date) return <span className="@max-3xl:hidden">{emptyValue}</span>
  const time = summary.next_starts_at ? `, ${createTimeFormatter(timezone)(summary.next_starts_at)}` : ''
  return (
    <>
      <span className="@3xl:hidden">Next: {date === today ? `today${time}` : formatWeekdayAndDay(date)}</span>
      <span className="@max-3xl:hidden">{date === today ? `Today${time}` : formatMediumDate(date)}</span>
    </>
  )
}

const countText = (count: number, hasMore: boolean) =>
  `${count}${hasMore ? '+' : ''} ${count === 1 ? 'client' : 'clients'}`

/** The clients of a studio with a search field. A row opens the history, and admins can remove clients. */
export function ClientsCard({ studio_id, timezone, canRemove, onShow, onAdd }: ClientsCardProps) {
  const [searchText, setSearchText] = useState('')
  const search = useDeferredValue(searchText.trim())
  const clients = useClients(studio_id, search)
  const [clientToRemove, setClientToRemove] = useState<StudioClient | null>(null)
  const searchField = useRef<HTMLInputElement>(null)
  useShortcut('/', () => searchField.current?.focus())
  return (
    <Card>
      <div className="flex items-center justify-between gap-x-4 gap-y-2 max-md:flex-col max-md:items-stretch">
        <search className="min-w-0 flex-1 md:max-w-sm">
          <SearchInput
            ref={searchField}
            aria-label="Find a client"
            maxLength={120}
            placeholder="Name, email, phone or tag"
            value={searchText}
            onChange={({ target }) => setSearchText(target.value)}
          />
        </search>
        {clients.data && (
          <p className="text-sm whitespace-nowrap text-muted-foreground tabular-nums">
            {countText(clients.data.length, clients.hasNextPage)}
          </p>
        )}
      </div>
      <QueryView
        query={clients}
        loadingText="Loading clients..."
        errorTitle="Error loading clients"
        empty={search ? <NoMatches search={search} /> : <NoClients onAdd={onAdd} />}
      >
        {(rows) => (
          <ClientTable
            rows={rows}
            timezone={timezone}
            studio_id={studio_id}
            onShow={onShow}
            onRemove={canRemove ? setClientToRemove : null}
          />
        )}
      </QueryView>
      <ShowMore list={clients} label="Show more clients" />
      {clientToRemove && (
        <RemoveDialog
          studio_id={studio_id}
          client={clientToRemove}
          name={getName(clientToRemove)}
          onClose={() => setClientToRemove(null)}
        />
      )}
    </Card>
  )
}

const NoClients = ({ onAdd }: { onAdd: () => void }) => (
  <EmptyState
    icon={Users}
    title="No clients yet"
    action={
      <Button look="secondary" onClick={onAdd}>
        Add the first client
      </Button>
    }
  >
    Add a client yourself, or share your sign-up link below.
  </EmptyState>
)

const NoMatches = ({ search }: { search: string }) => (
  <EmptyState icon={SearchX} title={`No clients match ${search}`}>
    Try a shorter part of the name, address or phone number.
  </EmptyState>
)

type RowsProps = {
  rows: readonly StudioClient[]
  studio_id: string
  timezone: string
  onShow: ClientsCardProps['onShow']
  onRemove: ((client: StudioClient) => void) | null
}

function ClientTable({ rows, studio_id, timezone, onShow, onRemove }: RowsProps) {
  const today = todayIn(timezone, useNow())
  return (
    <Table
      label="Clients"
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { name: 'Name', narrow: 'title', cell: (row) => <NameCell client={row} onShow={onShow} /> },
        { name: 'Contact', narrow: 'meta', cell: (row) => <ContactCell client={row} /> },
        { name: 'Client since', narrow: 'hidden', cell: ({ created_at }) => formatDateOf(created_at, timezone) },
        {
          name: 'Last session',
          narrow: 'hidden',
          cell: ({ summary }) => (summary?.last_date ? formatSessionDay(summary.last_date, today) : emptyValue),
        },
        {
          name: 'Next session',
          narrow: 'aside',
          cell: ({ summary }) => <NextSession summary={summary} today={today} timezone={timezone} />,
        },
        {
          name: 'Sessions',
          align: 'end',
          cell: ({ summary }) => (
            <>
              {summary?.sessions ?? 0}
              <span className="@3xl:hidden">{summary?.sessions === 1 ? ' session' : ' sessions'}</span>
            </>
          ),
        },
        { name: 'Spend', hint: SPEND_HINT, align: 'end', narrow: 'meta', cell: formatSpend },
        createActionsColumn(studio_id, onRemove),
      ]}
    />
  )
}

/** Hidden in narrow rows: the sheet of the client has the actions too. */
const createActionsColumn = (studio_id: string, onRemove: RowsProps['onRemove']) => ({
  name: 'Actions',
  hideName: true,
  align: 'end' as const,
  narrow: 'hidden' as const,
  cell: (row: StudioClient) => (
    <span className={cx('-my-1 block', aboveRowClasses)}>
      <RowActions
        name={getName(row)}
        menu={
          onRemove
            ? [{ label: 'Remove', name: `Remove ${getName(row)}`, isDanger: true, onSelect: () => onRemove(row) }]
            : []
        }
      >
        {row.user_id === null && row.email && <InviteButton studio_id={studio_id} client={row} />}
        {row.user_id !== null && (
          <ButtonLink look="secondary" size="small">
            <Link to={paths.messagesOf(paths.studioMessages, row.id, null)} aria-label={`Message ${getName(row)}`}>
              Message
            </Link>
          </ButtonLink>
        )}
      </RowActions>
    </span>
  ),
})

/** Invites a client without an account, by the email address that the studio has. */
function InviteButton({ studio_id, client }: { studio_id: string; client: StudioClient }) {
  const invite = useInviteClients()
  return (
    <Button
      look="secondary"
      size="small"
      aria-label={`Invite ${getName(client)}`}
      pending={invite.isPending}
      pendingText="Inviting..."
      onClick={() => invite.mutate({ studio_id, client_ids: [client.id] })}
    >
      Invite
    </Button>
  )
}

const NO_ACCOUNT = 'No account yet'

/** A click anywhere on the row opens the history. */
function NameCell({ client, onShow }: { client: StudioClient; onShow: ClientsCardProps['onShow'] }) {
  const { id, role_id, user_id, company, tags, email, phone } = client
  const showsNoAccount = user_id === null && Boolean(email || phone)
  return (
    <span className="@3xl:flex @3xl:items-center @3xl:gap-3">
      <span className={rowPictureClasses} data-row-picture>
        <Avatar src={null} name={client.full_name} />
      </span>
      <span className="flex min-w-0 items-center gap-2 @3xl:grid @3xl:justify-items-start @3xl:gap-1">
        <button
          type="button"
          aria-haspopup="dialog"
          aria-label={`History of ${getName(client)}`}
          className={cx(
            'max-w-full truncate text-left font-medium wrap-anywhere underline-offset-4 hover:underline @max-3xl:shrink-0 @3xl:whitespace-normal',
            wholeWideRowClasses,
          )}
          onClick={() => onShow({ id, name: getName(client), role_id })}
        >
          {getName(client)}
        </button>
        {company && (
          <span className="truncate wrap-anywhere text-muted-foreground @3xl:whitespace-normal">{company}</span>
        )}
        {(showsNoAccount || tags.length > 0) && (
          <span className="flex min-w-0 gap-1 @max-3xl:overflow-hidden @3xl:flex-wrap">
            {showsNoAccount && <Badge>{NO_ACCOUNT}</Badge>}
            {tags.map((tag) => (
              <Badge key={tag} tone="accent">
                {tag}
              </Badge>
            ))}
          </span>
        )}
      </span>
    </span>
  )
}

function ContactCell({ client: { user_id, email, phone, email_bounced_at } }: { client: StudioClient }) {
  if (!email && !phone)
    return user_id === null ? <span className="text-xs text-muted-foreground">{NO_ACCOUNT}</span> : emptyValue
  return (
    <span className="@max-3xl:*:not-first:ml-1.5 @3xl:grid @3xl:gap-0.5">
      {email && <span className="@3xl:break-all">{email}</span>}
      {phone && <span className={email ? '@max-3xl:hidden' : undefined}>{phone}</span>}
      {email_bounced_at && (
        <Badge tone="cancelled" icon={MailWarning}>
          Emails to this address bounce
        </Badge>
      )}
    </span>
  )
}
