import type { CardPayout } from '@studiohub/contract/features/payments/books/schema.ts'
import { moneyText } from '@studiohub/contract/shared/money.ts'
import { formatShortDate } from '#features/bookings/shared/wording.ts'
import { Badge, type Tone } from '#ui/badge.tsx'
import { Table } from '#ui/table.tsx'
import { payoutLabels } from '../model/dispute-text.ts'

const tones: Record<CardPayout['state'], Tone> = { on_its_way: 'completed', paid: 'confirmed', failed: 'cancelled' }

/** Stripe's payouts to the studio's bank. */
export const PayoutTable = ({ payouts }: { payouts: readonly CardPayout[] }) => (
  <Table
    label="Payouts"
    rows={payouts}
    keyOf={({ id }) => id}
    columns={[
      { name: 'Day', narrow: 'title', cell: ({ arrives_on }) => formatShortDate(arrives_on) },
      { name: 'State', narrow: 'meta', cell: ({ state }) => <Badge tone={tones[state]}>{payoutLabels[state]}</Badge> },
      {
        name: 'Amount',
        align: 'end',
        narrow: 'end',
        cell: ({ amount_minor, currency }) => moneyText(amount_minor, currency),
      },
    ]}
  />
)
