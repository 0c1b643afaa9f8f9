import { ChevronRight } from 'lucide-react'

type ServiceTileProps = {
  label: string
  length: string
  price: string
  /** Null while the page is being made ready. */
  onChoose: (() => void) | null
}

/** A service, a tap away: its name, its usual length and its price. */
export function ServiceTile({ label, length, price, onChoose }: ServiceTileProps) {
  return (
    <button
      type="button"
      disabled={onChoose === null}
      onClick={onChoose ?? undefined}
      className="flex w-full items-center justify-between gap-3 rounded-md border border-border bg-card px-4 py-3 text-left transition duration-150 hover:bg-muted"
    >
      <span className="grid gap-0.5">
        <span className="font-medium">{label}</span>
        <span className="text-sm text-muted-foreground">{length}</span>
      </span>
      <span className="flex items-center gap-2">
        <span className="font-semibold tabular-nums">{price}</span>
        <ChevronRight aria-hidden className="size-5 text-muted-foreground" />
      </span>
    </button>
  )
}
