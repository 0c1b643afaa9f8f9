import type { Invoice } from '@studiohub/contract/features/invoices/schema.ts'
import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import type { Task } from '@studiohub/contract/features/tasks/schema.ts'
import { todayIn } from '@studiohub/contract/shared/instants.ts'
import { moneyText } from '@studiohub/contract/shared/money.ts'
import { weekdayAndDay } from '#features/bookings/shared/wording.ts'
import { useInvoices } from '#features/invoices/api.ts'
import { useOverdueTasks } from '#features/tasks/api.ts'
import { useNow } from '#lib/hooks/use-now.ts'
import { paths } from '#paths.ts'
import { SideError, SideLink, SideRow, SideSection } from './side-section.tsx'
import { OverdueSkeleton } from './side-skeleton.tsx'

const SHOWN = 3
const noInvoices: readonly Invoice[] = []

/** What an admin should follow up: the studio's overdue tasks and invoices. Nothing if there are none. */
export function StudioOverdue({ studio }: { studio: Studio }) {
  const invoices = useInvoices({ studio_id: studio.id, state: 'overdue' })
  const tasks = useOverdueTasks('all', todayIn(studio.timezone, useNow()))
  const failed = [tasks, invoices].find(({ data, error }) => error && !data)
  if (failed) return <OverdueError query={failed} />
  // Both kinds appear at once, so that nothing moves.
  if (!tasks.data || !invoices.data) return <OverdueSkeleton />
  return <OverdueList tasks={tasks.data} invoices={invoices.data} withAssignee />
}

/** The overdue tasks of a person at the desk, who sees no invoices. Nothing if there are none. */
export function OwnOverdue({ studio }: { studio: Studio }) {
  const tasks = useOverdueTasks('mine', todayIn(studio.timezone, useNow()))
  if (tasks.error && !tasks.data) return <OverdueError query={tasks} />
  return <OverdueList tasks={tasks.data ?? []} invoices={noInvoices} />
}

const OverdueError = (props: Pick<Parameters<typeof SideError>[0], 'query'>) => (
  <SideSection title="Overdue" count={0}>
    <SideError text="Failed to load what is overdue." {...props} />
  </SideSection>
)

type OverdueListProps = { tasks: readonly Task[]; invoices: readonly Invoice[]; withAssignee?: boolean }

function OverdueList({ tasks, invoices, withAssignee = false }: OverdueListProps) {
  const rows = [
    ...tasks.map((task) => ({ due: task.due_date ?? '', task, invoice: null })),
    ...invoices.map((invoice) => ({ due: invoice.due_on ?? '', task: null, invoice })),
  ].sort((a, b) => a.due.localeCompare(b.due))
  if (rows.length === 0) return null
  const onlyInvoice = invoices.length === 1 ? invoices[0] : undefined
  return (
    <SideSection title="Overdue" count={rows.length}>
      <ul className="grid grid-cols-1 divide-y divide-border border-t border-border">
        {rows
          .slice(0, SHOWN)
          .map(({ task, invoice }) =>
            task ? (
              <TaskRow key={task.id} task={task} withAssignee={withAssignee} />
            ) : (
              <InvoiceRow key={invoice.id} invoice={invoice} />
            ),
          )}
      </ul>
      {rows.length > SHOWN && (
        <div className="flex flex-wrap gap-x-4">
          {tasks.length > 0 && (
            <SideLink to={paths.studioTasks}>
              {tasks.length === 1 ? 'Open the task' : `All ${tasks.length} tasks`}
            </SideLink>
          )}
          {invoices.length > 0 && (
            <SideLink to={onlyInvoice ? paths.studioInvoice(onlyInvoice.id) : paths.overdueInvoices}>
              {onlyInvoice ? 'Open the invoice' : `All ${invoices.length} invoices`}
            </SideLink>
          )}
        </div>
      )}
    </SideSection>
  )
}

function TaskRow({ task, withAssignee }: { task: Task; withAssignee: boolean }) {
  const assignee = withAssignee ? (task.assignee_name ?? (task.assigned_to === null && 'Not assigned')) : null
  const due = task.due_date && `Task, due ${weekdayAndDay(task.due_date)}`
  return <SideRow to={paths.studioTasks} title={task.title} note={[due, assignee].filter(Boolean).join(' · ')} />
}

function InvoiceRow({ invoice }: { invoice: Invoice }) {
  const { id, number, client_name, due_on, open_minor, currency } = invoice
  return (
    <SideRow
      to={paths.studioInvoice(id)}
      title={client_name ?? `Invoice ${number}`}
      aside={
        <span className="shrink-0 font-medium text-cancelled tabular-nums">{moneyText(open_minor, currency)}</span>
      }
      note={[`Invoice ${number}`, due_on && `due ${weekdayAndDay(due_on)}`].filter(Boolean).join(', ')}
    />
  )
}
