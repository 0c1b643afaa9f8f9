import type { Discount } from '@studiohub/contract/features/discounts/schema.ts'
import { DISCOUNTS_MAX } from '@studiohub/contract/features/discounts/words.ts'
import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { TicketPercent } from 'lucide-react'
import { useState } from 'react'
import { AddButton } from '#ui/add-button.tsx'
import { Badge } from '#ui/badge.tsx'
import { Card } from '#ui/card.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { EmptyState } from '#ui/states.tsx'
import { SwitchRow } from '#ui/switch-row.tsx'
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
    <SwitchRow
      title={
        <>
          {code}
          <Badge>{formatDiscount(discount)}</Badge>
        </>
      }
      text={describeLimits(discount)}
      switchNote={`${code} can be used`}
      isActive={is_active}
      isPending={update.isPending}
      onSwitch={(isOn) => update.mutate({ id, version, is_active: isOn })}
      editName={`Edit ${code}`}
      onEdit={onEdit}
    />
  )
}
