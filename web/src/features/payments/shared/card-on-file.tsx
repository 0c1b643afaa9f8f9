import type { SavedCard } from '@studiohub/contract/features/payments/saved-cards/schema.ts'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { formatDateOf } from '#lib/page/time.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ConfirmButton } from '#ui/confirm-dialog.tsx'
import { useCardOnFile, useCheckCard, useRemoveCard, useSaveCard } from '../api.ts'
import { cardText } from './card-text.ts'

/** The client's saved card for fees. Empty if the studio accepts no cards or charges no fees. */
export function CardOnFile({ studio }: { studio: { id: string; name: string } }) {
  const cardOnFile = useCardOnFile(studio.id)
  const save = useSaveCard()
  useReturnFromPage(studio.id)
  if (!cardOnFile.data) return null
  const { card, mandate } = cardOnFile.data
  if (card) return <SavedCardDetails card={card} />
  if (mandate === null) return null
  return (
    <Card title="Card for fees" description={`You can save a card with ${studio.name}. Nothing is charged now.`}>
      <div className="grid justify-items-start gap-3 text-sm">
        <p>By saving a card you agree to this:</p>
        <blockquote className="border-l-2 border-border pl-3">{mandate}</blockquote>
        <Button
          look="secondary"
          pending={save.isPending}
          pendingText="Opening..."
          onClick={() => save.mutate({ studio_id: studio.id, mandate })}
        >
          Agree and save a card
        </Button>
        <p className="text-muted-foreground">You enter it on Stripe's page. Only Stripe receives your card details.</p>
      </div>
    </Card>
  )
}

function SavedCardDetails({ card }: { card: SavedCard }) {
  const remove = useRemoveCard()
  const day = formatDateOf(card.agreed_at)
  return (
    <Card title="Card for fees">
      <div className="grid justify-items-start gap-3 text-sm">
        <p className="font-medium first-letter:uppercase">
          {cardText(card)}, valid until {card.expires}
        </p>
        <details>
          <summary className="cursor-pointer text-link max-md:py-3 underline underline-offset-4">
            What you agreed to on {day}
          </summary>
          <blockquote className="mt-2 border-l-2 border-border pl-3">{card.mandate}</blockquote>
        </details>
        <ConfirmButton
          trigger="Remove card"
          size="small"
          title="Remove this card?"
          description="Fees are no longer charged to this card. The studio sends you a link to pay them instead."
          cancelLabel="Keep card"
          confirmLabel="Remove card"
          isPending={remove.isPending}
          onConfirm={() => remove.mutateAsync({ id: card.id })}
        />
      </div>
    </Card>
  )
}

/** Checks once whether a card was saved, when the client returns from the provider's page. */
function useReturnFromPage(studio_id: string) {
  const [params, setParams] = useSearchParams()
  const check = useCheckCard()
  const isBack = params.get('card') === 'back'
  const hasChecked = useRef(false)
  useEffect(() => {
    if (!isBack || hasChecked.current) return
    hasChecked.current = true
    const removeParam = (current: URLSearchParams) => {
      current.delete('card')
      return current
    }
    check.mutate({ studio_id }, { onSettled: () => setParams(removeParam, { replace: true }) })
  }, [studio_id, isBack, check, setParams])
}
