import {
  type Inclusion,
  inclusionLabels,
  type Plan,
  plans,
  planTable,
} from '@studiohub/contract/features/subscriptions/words.ts'
import { Check, ChevronDown, Minus } from 'lucide-react'
import { cx } from '#ui/cx.ts'

type PlanTableProps = {
  /** Other names for the plans, if the page around the table uses them. */
  names?: Partial<Record<Plan['tier'], string>>
  /** Phones show the title, which opens the table. */
  foldsOnPhones?: boolean
  /** The plan of the studio, whose column is highlighted. */
  ownTier?: Plan['tier']
}

const TITLE = 'What each plan includes today'
const allPlans = Object.values(plans)

// On phones each row is a grid, with the feature in the first line and the plans in the second. The table roles stay.
const rowClasses = 'border-b border-border last:border-0 max-md:grid max-md:grid-cols-4 max-md:gap-x-2 max-md:py-2.5'
// The first column begins below the title.
const cellClasses = 'py-3 align-middle md:px-3 md:first:pl-0 max-md:py-0.5'
const ownClasses = 'bg-muted max-md:-mx-1 max-md:px-1'

const boxClasses = 'gap-2 rounded-md border border-border bg-card p-5 text-foreground'

/** The features that each plan includes today, with 'Coming soon' for the rest. */
export function PlanTable({ names = {}, foldsOnPhones = false, ownTier }: PlanTableProps) {
  const table = <Table names={names} ownTier={ownTier} />
  return (
    <>
      <div className={cx('grid', boxClasses, foldsOnPhones && 'max-md:hidden')}>
        <h3 className="font-semibold">{TITLE}</h3>
        {table}
      </div>
      {foldsOnPhones && (
        <details className={cx('group md:hidden', boxClasses)}>
          <summary className="-m-5 flex min-h-11 cursor-pointer items-center justify-between gap-3 p-5">
            <h3 className="font-semibold">{TITLE}</h3>
            <ChevronDown aria-hidden className="size-5 text-muted-foreground group-open:rotate-180" />
          </summary>
          <div className="pt-5">{table}</div>
        </details>
      )}
    </>
  )
}

type TableProps = { names: NonNullable<PlanTableProps['names']>; ownTier: Plan['tier'] | undefined }

function Table({ names, ownTier }: TableProps) {
  return (
    <table aria-label={TITLE} className="w-full text-left text-sm max-md:block md:table-fixed">
      <thead className="max-md:sticky max-md:top-16 max-md:block max-md:bg-card">
        <tr className={rowClasses}>
          <th scope="col" className={cx(cellClasses, 'max-md:hidden md:w-[30%]')}>
            <span className="sr-only">Feature</span>
          </th>
          {allPlans.map(({ tier, name }) => (
            <th
              key={tier}
              scope="col"
              className={cx(cellClasses, 'font-medium max-md:text-xs', tier === ownTier && ownClasses)}
            >
              {names[tier] ?? name}
              {tier === ownTier && <span className="sr-only"> (your plan)</span>}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-md:block">
        {planTable.map(({ label, plans: inclusions }) => (
          <tr key={label} className={rowClasses}>
            <th scope="row" className={cx(cellClasses, 'font-normal max-md:col-span-4')}>
              {label}
            </th>
            {allPlans.map(({ tier }) => (
              <td
                key={tier}
                className={cx(cellClasses, 'max-md:text-xs', tier === ownTier ? ownClasses : 'text-muted-foreground')}
              >
                <InclusionCell inclusion={inclusions[tier]} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function InclusionCell({ inclusion }: { inclusion: Inclusion }) {
  if (typeof inclusion === 'object') return inclusion.text
  if (inclusion === 'soon') return inclusionLabels.soon
  const Icon = inclusion === 'yes' ? Check : Minus
  return (
    <>
      <Icon aria-hidden className={cx('size-4', inclusion === 'yes' && 'text-confirmed')} />
      <span className="sr-only">{inclusionLabels[inclusion]}</span>
    </>
  )
}
