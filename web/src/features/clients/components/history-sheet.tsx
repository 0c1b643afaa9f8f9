import { CalendarPlus, MessageSquare } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useRef } from 'react'
import { Link } from 'react-router'
import { Thread } from '#features/conversations/shared/thread.tsx'
import { paths } from '#paths.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { SideSheet } from '#ui/side-sheet.tsx'
import { useClient, useClientHistory } from '../api.ts'
import { DeskTexts } from '../texts/shared/desk-texts.tsx'
import { ClientHead, Contacts } from './client-contacts.tsx'
import { ClientMenu } from './client-menu.tsx'
import { HistorySection, UpcomingSection } from './history-sections.tsx'
import { SummaryFigures } from './summary-figures.tsx'

const ClientBalance = lazy(async () => ({
  default: (await import('#features/invoices/shared/client-balance.tsx')).ClientBalance,
}))
const BalanceNote = lazy(async () => ({
  default: (await import('#features/invoices/shared/client-balance.tsx')).BalanceNote,
}))
const CreditLine = lazy(async () => ({
  default: (await import('#features/invoices/shared/client-balance.tsx')).CreditLine,
}))
const SellPackageButton = lazy(async () => ({
  default: (await import('#features/packages/shared/client-packages.tsx')).SellPackageButton,
}))
const RatesSection = lazy(async () => ({ default: (await import('./rates-section.tsx')).RatesSection }))
const ClientPackages = lazy(async () => ({
  default: (await import('#features/packages/shared/client-packages.tsx')).ClientPackages,
}))

type HistorySheetProps = {
  studio: { id: string; timezone: string; currency: string }
  /** Whether the user may erase clients without an account. */
  canErase: boolean
  /** A link that opens the history has only the id. */
  client: { id: string; name?: string; role_id?: string | null }
  /** Whether the user may remove clients. If a link opened the history, clients are removed in the list instead. */
  canRemove: boolean
  onClose: () => void
}

/** A client: contacts, figures, sessions, projects, check-ins and messages. */
export function HistorySheet({ studio, client, canErase, canRemove, onClose }: HistorySheetProps) {
  const [studio_id, client_id] = [studio.id, client.id]
  const { data: record } = useClient(studio_id, client_id)
  const messages = useRef<HTMLElement>(null)
  const name = record?.name ?? client.name ?? 'Client'
  const isCurrent = record?.removed_at === null
  // The field for a new message, or its section if the client receives none.
  const goToMessages = () => {
    messages.current?.scrollIntoView({ block: 'end' })
    messages.current?.querySelector('textarea')?.focus()
  }
  return (
    <SideSheet
      open
      onOpenChange={(open) => !open && onClose()}
      title={name}
      isTitleHidden
      subtitle={<ClientHead studio_id={studio_id} client_id={client_id} name={name} />}
      menu={
        <ClientMenu
          studio_id={studio_id}
          client_id={client_id}
          name={name}
          canErase={canErase}
          removable={canRemove && client.role_id !== undefined ? { id: client_id, role_id: client.role_id } : null}
          onGone={onClose}
        />
      }
    >
      <div className="grid grid-cols-1 gap-5">
        <Contacts studio={studio} client_id={client_id}>
          <Button look="secondary" onClick={goToMessages}>
            <MessageSquare aria-hidden />
            Message
          </Button>
          {isCurrent && (
            <ButtonLink look="secondary">
              <Link to={paths.withOpen(paths.studioBookings, { new: 'booking', for: client_id })}>
                <CalendarPlus aria-hidden />
                New Booking
              </Link>
            </ButtonLink>
          )}
        </Contacts>
        <UpcomingSection studio_id={studio_id} client_id={client_id} timezone={studio.timezone} />
        <div className="grid gap-1.5">
          <Figures studio_id={studio_id} client_id={client_id} withBalance={canErase} />
          {canErase && (
            <Suspense fallback={null}>
              <BalanceNote studio_id={studio_id} client_id={client_id} />
            </Suspense>
          )}
        </div>
        {canErase && (
          <Suspense fallback={null}>
            <CreditLine studio_id={studio_id} client_id={client_id} currency={studio.currency} />
            <ClientPackages
              studio_id={studio_id}
              client_id={client_id}
              heading="h3"
              canEnd={isCurrent}
              action={isCurrent && <SellPackageButton studio_id={studio_id} client_id={client_id} />}
            />
          </Suspense>
        )}
        <HistorySection studio_id={studio_id} client_id={client_id} timezone={studio.timezone} />
        {canErase && (
          <Suspense fallback={null}>
            <Part>{record && isCurrent && <RatesSection client={record} />}</Part>
          </Suspense>
        )}
        <Part>{record && isCurrent && <DeskTexts studio={studio} client_id={client_id} phone={record.phone} />}</Part>
        <section ref={messages} className="grid grid-cols-1 gap-3 border-t border-border pt-5">
          <h3 className="text-sm font-semibold">Messages</h3>
          <Thread thread={{ studio_id, client_id }} name={name} />
        </section>
      </div>
    </SideSheet>
  )
}

/** A part below a rule. Hidden while it is empty. */
const Part = ({ children }: { children: ReactNode }) => (
  <div className="border-t border-border pt-5 empty:hidden">{children}</div>
)

type FiguresProps = { studio_id: string; client_id: string; withBalance: boolean }

/** The figures of the history and the balance, in one grid. */
function Figures({ studio_id, client_id, withBalance }: FiguresProps) {
  const summary = useClientHistory(studio_id, client_id).data?.pages[0]?.summary
  return (
    // The cells overlap the edge of the box by a line. The last cell fills its row: before the balance are four figures,
    // which have one row if there is no balance.
    <div className="overflow-clip rounded-md border border-border has-[>:empty]:hidden">
      <div
        className={cx(
          '-mt-px -ml-px grid grid-cols-3 [&>dl>*]:border-t [&>dl>*]:border-l [&>dl>*]:border-border',
          'has-[>dl:only-child]:grid-cols-4',
          '[&>dl+dl>:last-child:nth-child(3n)]:col-span-3 [&>dl+dl>:last-child:nth-child(3n+1)]:col-span-2',
        )}
      >
        {summary && <SummaryFigures {...summary} />}
        {withBalance && (
          <Suspense fallback={null}>
            <ClientBalance studio_id={studio_id} client_id={client_id} />
          </Suspense>
        )}
      </div>
    </div>
  )
}
