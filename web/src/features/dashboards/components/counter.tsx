import type { LucideIcon } from 'lucide-react'
import { Link } from 'react-router'

type CounterProps = {
  title: string
  value: number | string
  note: string
  icon: LucideIcon
  /** Where it is told in full. */
  to?: string
}

/** A number that matters, with what it counts; the whole of it leads on. */
export function Counter({ title, value, note, icon: Icon, to }: CounterProps) {
  return (
    <li className="relative grid gap-1 rounded-md border border-border bg-card p-5">
      <div className="flex items-center justify-between gap-2">
        <h2 className="text-sm font-medium text-muted-foreground">
          {to ? (
            <Link to={to} className="after:absolute after:inset-0 after:rounded-md">
              {title}
            </Link>
          ) : (
            title
          )}
        </h2>
        <Icon aria-hidden className="size-4 text-muted-foreground" />
      </div>
      <p className="text-xl font-semibold tabular-nums">{value}</p>
      <p className="text-sm text-muted-foreground">{note}</p>
    </li>
  )
}
