import { ChevronRight } from 'lucide-react'
import { cx } from '#ui/cx.ts'

/** Classes of a service tile. The tile is a button or a link. */
export const tileClasses =
  '@container flex w-full items-center justify-between gap-3 rounded-md border border-border bg-card px-4 py-3 text-left transition duration-150 hover:bg-muted'

type ServiceLinesProps = {
  label: string
  /** The default length as text. */
  length: string
  price: string
  /** What the price is for, below it. `data-when` removes it from prerendered tiles without a unit. */
  unit?: string
  /** What it includes. `data-when` removes it from prerendered tiles without details. */
  details?: string
  /** `data-when` removes it from prerendered tiles without a picture. */
  cover?: { small_url: string; alt: string } | null | undefined
}

/** Content of a service tile: picture, name, default length, price and details. */
export function ServiceLines({ label, length, price, unit, details, cover }: ServiceLinesProps) {
  return (
    <>
      {cover && (
        <img
          data-when="service_picture"
          src={cover.small_url}
          alt={cover.alt}
          width={640}
          height={480}
          loading="lazy"
          className="-my-1 -ml-2 aspect-[4/3] w-20 shrink-0 self-start max-sm:aspect-square max-sm:w-16 rounded-md bg-muted object-cover"
        />
      )}
      <span className="grid min-w-0 grow grid-cols-[auto_minmax(0,1fr)] items-center gap-y-0.5 @md:grid-cols-[minmax(0,1fr)_auto] @md:gap-x-3">
        <span className="font-medium wrap-anywhere @max-md:col-span-2">{label}</span>
        <span className="text-sm text-muted-foreground @max-md:row-start-2">{length}</span>
        {/* In narrow tiles in the line of the length, so that long names have the whole width. */}
        <span
          className={cx(
            "font-semibold tabular-nums @max-md:row-start-2 @max-md:text-sm @max-md:before:px-1.5 @max-md:before:content-['·']",
            '@md:col-start-2 @md:row-start-1 @md:text-right',
            details ? '@md:row-span-3' : '@md:row-span-2',
          )}
        >
          {price}
          {unit && (
            <span
              data-when="service_unit"
              className="font-normal text-muted-foreground before:content-['_'] @md:block @md:text-sm"
            >
              {unit}
            </span>
          )}
        </span>
        {details && (
          <span
            data-when="service_details"
            className="line-clamp-3 text-sm text-muted-foreground @max-md:col-span-full"
          >
            {details}
          </span>
        )}
      </span>
      <ChevronRight aria-hidden className="size-5 shrink-0 text-muted-foreground max-sm:-mr-2" />
    </>
  )
}
