import { Check } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '#paths.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { priceCards } from '../content/landing.ts'

type Card = (typeof priceCards)[number]

export function PriceCards() {
  return (
    <ul className="grid gap-4 md:grid-cols-3">
      {priceCards.map((card) => (
        <li
          key={card.name}
          className={cx(
            'flex flex-col gap-6 rounded-md border bg-card p-6 max-md:gap-4 max-md:p-5',
            card.plan.popular ? 'border-link md:shadow-lg' : 'border-border',
          )}
        >
          <header className="grid gap-2">
            <div className="flex min-h-7 items-center justify-between gap-2">
              <h3 className="font-semibold">{card.name}</h3>
              {card.plan.popular && (
                <span className="rounded-full bg-primary px-2.5 py-1 text-xs font-semibold text-on-primary">
                  Most popular
                </span>
              )}
            </div>
            <p>
              <span className="text-[2.25rem] leading-tight font-bold tracking-tight">{card.price ?? 'Custom'}</span>
              {card.price && <span className="text-muted-foreground"> / month</span>}
            </p>
          </header>
          <ul className="grid gap-2.5">
            {card.features.map((feature) => (
              <li key={feature} className="flex gap-2.5">
                <Check aria-hidden className="mt-1 size-4 shrink-0 text-link" />
                {feature}
              </li>
            ))}
          </ul>
          <PriceAction card={card} />
        </li>
      ))}
    </ul>
  )
}

function PriceAction({ card: { callToAction, plan } }: { card: Card }) {
  const look = plan.popular ? 'primary' : 'secondary'
  if (callToAction.topic) {
    return (
      <Button look={look} size="large" className="mt-auto" data-opens="contact" data-topic={callToAction.topic}>
        {callToAction.label}
      </Button>
    )
  }
  return (
    <ButtonLink look={look} size="large" className="mt-auto">
      <Link to={paths.signup()}>{callToAction.label}</Link>
    </ButtonLink>
  )
}
