import { CalendarCheck, ChartColumn, CreditCard, Megaphone, Scissors } from 'lucide-react'
import { features } from '../content/landing.ts'

const icons = {
  bookings: CalendarCheck,
  payments: CreditCard,
  editing: Scissors,
  distribution: Megaphone,
  analytics: ChartColumn,
}

export function FeatureCards() {
  return (
    <ul className="grid gap-x-8 gap-y-7">
      {features.map(({ key, title, text }) => {
        const Icon = icons[key]
        return (
          <li key={key} className="grid grid-cols-[auto_1fr] gap-x-4">
            <span className="grid size-10 place-items-center rounded-md border border-border bg-raised text-link">
              <Icon aria-hidden className="size-5" />
            </span>
            <div className="grid gap-1">
              <h3 className="font-semibold">{title}</h3>
              <p className="text-muted-foreground">{text}</p>
            </div>
          </li>
        )
      })}
    </ul>
  )
}
