import type { CardBooks, CardDifference } from '@studiohub/contract/features/payments/books/schema.ts'
import { moneyText } from '@studiohub/contract/shared/money.ts'
import { Link } from 'react-router'
import { formatInstant } from '#features/bookings/shared/wording.ts'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { Table } from '#ui/table.tsx'
import { useCompareBooks } from '../api.ts'
import { causeText } from '../model/dispute-text.ts'

type ComparisonProps = { books: CardBooks; timezone: string }

/** Whether the books agree with Stripe, and the differences. */
export function Comparison({ books, timezone }: ComparisonProps) {
  const compare = useCompareBooks()
  const { studio_id, differences, outside, failed_at, can_compare } = books
  return (
    <div className="grid justify-items-start gap-4">
      <p role="status" className="text-sm">
        {stateText(books, timezone)}
      </p>
      {can_compare && failed_at && (
        <p className="text-sm">
          Stripe did not respond on {formatInstant(failed_at, timezone)}. We try again every hour.
        </p>
      )}
      {differences.length > 0 && (
        <div className="w-full">
          <DifferenceTable differences={differences} timezone={timezone} />
        </div>
      )}
      <OutsideSales outside={outside} timezone={timezone} />
      {can_compare && (
        <Button
          look="secondary"
          pending={compare.isPending}
          pendingText="Comparing..."
          onClick={() => compare.mutate({ studio_id })}
        >
          Compare now
        </Button>
      )}
    </div>
  )
}

/** Sales that the studio made at Stripe without StudioHub. */
function OutsideSales({ outside, timezone }: Pick<CardBooks, 'outside'> & { timezone: string }) {
  if (outside.length === 0) return null
  return (
    <section className="grid gap-1 text-sm">
      <h3 className="font-medium">Sales outside StudioHub</h3>
      <ul className="grid gap-0.5 tabular-nums">
        {outside.map(({ currency, count, amount_minor, last_at }) => (
          <li key={currency}>
            {moneyText(amount_minor, currency)} after fees, {count === 1 ? 'one movement' : `${count} movements`}, the
            last on {formatInstant(last_at, timezone)}
          </li>
        ))}
      </ul>
      <p className="text-muted-foreground">
        Your Stripe account received this money outside StudioHub. It is part of your balance and your payouts, but not
        of your books here.
      </p>
    </section>
  )
}

function stateText({ compared_at, differences, can_compare }: CardBooks, timezone: string): string {
  if (compared_at === null && !can_compare)
    return 'Your books are compared with Stripe every night, once your studio accepts cards.'
  if (compared_at === null) return 'Your books are compared with Stripe every night. The first comparison is tonight.'
  if (!can_compare)
    return `Your books are not compared at the moment. Last compared on ${formatInstant(compared_at, timezone)}.`
  const comparedText = formatInstant(compared_at, timezone)
  if (differences.length === 0) return `Everything agrees with Stripe. Compared on ${comparedText}.`
  const count = differences.length === 1 ? 'One amount does' : `${differences.length} amounts do`
  return `${count} not agree with Stripe. Compared on ${comparedText}. A difference is removed from this list when both sides agree.`
}

const DifferenceTable = ({ differences, timezone }: { differences: readonly CardDifference[]; timezone: string }) => (
  <Table
    label="Differences"
    rows={differences}
    keyOf={({ subject, currency }) => `${subject} ${currency}`}
    columns={[
      {
        name: 'What',
        cell: (difference) =>
          difference.booking_id ? (
            <Link to={paths.studioBooking(difference.booking_id)} className="text-link underline underline-offset-4">
              {causeText(difference)}
            </Link>
          ) : (
            <span title={difference.subject}>{causeText(difference)}</span>
          ),
      },
      { name: 'When', cell: ({ happened_at }) => formatInstant(happened_at, timezone) },
      {
        name: 'In your books',
        align: 'end',
        cell: (difference) => moneyText(difference.books_minor, difference.currency),
      },
      {
        name: 'At Stripe',
        align: 'end',
        cell: (difference) => moneyText(difference.provider_minor, difference.currency),
      },
      {
        name: 'Difference',
        align: 'end',
        cell: (difference) => moneyText(difference.provider_minor - difference.books_minor, difference.currency),
      },
    ]}
  />
)
