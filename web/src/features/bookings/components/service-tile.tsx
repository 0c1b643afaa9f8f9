import { ChevronRight } from 'lucide-react'

/** Style of a service tile, as button or link. */
export const tileLook =
  'flex w-full items-center justify-between gap-3 rounded-md border border-border bg-card px-4 py-3 text-left transition duration-150 hover:bg-muted'

/** Text of a service tile: name, default length and price. */
export function ServiceLines({ label, length, price }: { label: string; length: string; price: string }) {
  return (
    <>
      <span className="grid gap-0.5">
        <span className="font-medium">{label}</span>
        <span className="text-sm text-muted-foreground">{length}</span>
      </span>
      <span className="flex items-center gap-2">
        <span className="font-semibold tabular-nums">{price}</span>
        <ChevronRight aria-hidden className="size-5 text-muted-foreground" />
      </span>
    </>
  )
}
