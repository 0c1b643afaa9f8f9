import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

/** A short list inside a card: items with title, text and action. */
export function Rows({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className="grid grid-cols-1 divide-y divide-border rounded-md border border-border">
      {children}
    </ul>
  )
}

type RowProps = { icon: LucideIcon; title: ReactNode; text?: ReactNode; action?: ReactNode }

export function Row({ icon: Icon, title, text, action }: RowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 p-3 max-md:[&_button]:min-h-11">
      <Icon aria-hidden className="size-5 shrink-0 text-muted-foreground" />
      <div className="min-w-48 flex-1 text-sm">
        <p className="flex flex-wrap items-center gap-2 font-medium">{title}</p>
        {text && <p className="text-muted-foreground">{text}</p>}
      </div>
      {action}
    </li>
  )
}
