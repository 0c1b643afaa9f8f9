import type { Discount } from '@studiohub/contract/features/discounts/schema.ts'
import { DISCOUNTS_MAX } from '@studiohub/contract/features/discounts/words.ts'
import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { Pencil, TicketPercent } from 'lucide-react'
import { useState } from 'react'
import { AddButton } from '#ui/add-button.tsx'
import { Badge } from '#ui/badge.tsx'
import { IconButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { EmptyState } from '#ui/states.tsx'
import { Switch } from '#ui/switch.tsx'
import { useDiscounts, useUpdateDiscount } from '../api.ts'
import { describeLimits, formatDiscount } from '../model/discount-text.ts'
import { DiscountDialog } from './discount-dialog.tsx'

/** The discount codes of the studio. */
export function DiscountsCard({ studio }: { studio: Studio }) {
  const discounts = useDiscounts(studio.id)
  // The open form; with `discount: null` it adds a code.
  const [openForm, setOpenForm] = useState<{ discount: Discount | null } | null>(null)
  const add = (
    <AddButton
      disabled={(discounts.data?.length ?? 0) >= DISCOUNTS_MAX}
      onClick={() => setOpenForm({ discount: null })}
    >
      Add a code
    </AddButton>
  )
  return (
    <Card
      title="Discount codes"
      description="A code lowers the price of a session, but not of add-ons."
      action={discounts.data && discounts.data.length > 0 && add}
    >
      <QueryView
        query={discounts}
        loadingText="Loading the codes..."
        errorTitle="Failed to load the codes"
        empty={
          <EmptyState icon={TicketPercent} title="No codes yet" action={add}>
            Give one to new clients or for quiet days.
          </EmptyState>
        }
      >
        {(rows) => (
          <ul aria-label="Discount codes" className="grid divide-y divide-border">
            {rows.map((discount) => (
              <DiscountRow key={discount.id} discount={discount} onEdit={() => setOpenForm({ discount })} />
            ))}
          </ul>
        )}
      </QueryView>
      {openForm && <DiscountDialog studio={studio} discount={openForm.discount} onClose={() => setOpenForm(null)} />}
    </Card>
  )
}

function DiscountRow({ discount, onEdit }: { discount: Discount; onEdit: () => void }) {
  const update = useUpdateDiscount()
  const { id, code, is_active, version } = discount
  return (
    <li className="flex items-center gap-2 py-3 last:pb-0 sm:gap-4">
      <div className="grid min-w-0 flex-1 gap-0.5">
        <span className="flex flex-wrap items-center gap-2">
          <span className="text-sm font-medium break-all">{code}</span>
          <Badge>{formatDiscount(discount)}</Badge>
        </span>
        <span className="text-sm text-muted-foreground">{describeLimits(discount)}</span>
      </div>
      <Switch
        label={
          <>
            <span className="max-sm:sr-only">Active</span>
            <span className="sr-only">: {code} can be used</span>
          </>
        }
        checked={is_active}
        disabled={update.isPending}
        onChange={(on) => update.mutate({ id, version, is_active: on })}
      />
      <IconButton className="-mr-3" name={`Edit ${code}`} onClick={onEdit}>
        <Pencil aria-hidden />
      </IconButton>
    </li>
  )
}
