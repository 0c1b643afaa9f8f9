import { ChevronRight } from 'lucide-react'

/** Style of a service tile, as button or link. */
export const tileLook =
  'flex w-full items-center justify-between gap-3 rounded-md border border-border bg-card px-4 py-3 text-left transition duration-150 hover:bg-muted'

type ServiceLinesProps = {
  label: string
  length: string
  price: string
  cover?: { small_url: string; alt: string } | undefined
}

/** Content of a service tile: picture, name, default length and price. */
export function ServiceLines({ label, length, price, cover }: ServiceLinesProps) {
  return (
    <>
      {cover && (
        <img
          src={cover.small_url}
          alt={cover.alt}
          width={640}
          height={480}
          loading="lazy"
          className="-my-1 -ml-2 aspect-[4/3] w-20 shrink-0 rounded-md bg-muted object-cover"
        />
      )}
      <span className="mr-auto grid gap-0.5">
        <span className="font-medium">{label}</span>
        <span className="text-sm text-muted-foreground">{length}</span>
      </span>
      <span className="flex items-center gap-2">
        <span className="text-right font-semibold tabular-nums">{price}</span>
        <ChevronRight aria-hidden className="size-5 shrink-0 text-muted-foreground" />
      </span>
    </>
  )
}
