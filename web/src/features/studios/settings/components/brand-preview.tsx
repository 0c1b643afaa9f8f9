import {
  findUnreadableColors,
  fontStack,
  getBrandInTheme,
  READABLE_CONTRAST_MIN,
} from '@studiohub/contract/features/studios/rules.ts'
import type { BrandColors, Studio } from '@studiohub/contract/features/studios/schema.ts'
import { type BrandColorName, brandColorNames } from '@studiohub/contract/features/studios/words.ts'
import { contrastOfInk, contrastRatio, formatHsl, type Hsl, parseHsl } from '@studiohub/contract/shared/colors.ts'
import { moneyText } from '@studiohub/contract/shared/money.ts'
import { Check, ExternalLink, TriangleAlert } from 'lucide-react'
import { type CSSProperties, useState } from 'react'
import { readColorTheme } from '#lib/page/color-theme.ts'
import { paths } from '#paths.ts'
import { cx } from '#ui/cx.ts'
import { Segmented } from '#ui/segmented.tsx'
import { useMediaQuery } from '#ui/use-is-phone.ts'
import { type BrandingFields, readColors } from '../model/branding-form.ts'

const EXAMPLE_PRICE_MINOR = 12_000

type FieldsProps = { fields: BrandingFields }

/** Rounded down, so that a contrast below the minimum never reads like the minimum. */
const formatContrast = (contrast: number) => (Math.floor(contrast * 10) / 10).toFixed(1)

/** Warns about colors that are hard to read. */
export function ContrastNotes({ fields, labels }: FieldsProps & { labels: Record<BrandColorName, string> }) {
  const colors = readColors(fields)
  const unreadableColors = findUnreadableColors(colors)
  return (
    <div role="status" className="grid gap-1.5">
      <ButtonContrast primary={parseHsl(colors.primary ?? '')} label={labels.primary} />
      <TextContrast colors={colors} />
      <ul aria-label="Contrast" className="grid gap-1.5 text-sm empty:hidden">
        {unreadableColors.map(({ name, contrast }) => (
          <li key={name} className="flex items-start gap-2">
            <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-pending" />
            {labels[name]} contrasts {formatContrast(contrast)}:1 with the background. From {READABLE_CONTRAST_MIN}:1 it
            is easy to read.
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The contrast of the text on buttons, which is black or white and so always readable. */
function ButtonContrast({ primary, label }: { primary: Hsl | null; label: string }) {
  if (!primary) return null
  return <GoodContrast surface={label.toLowerCase()} contrast={contrastOfInk(primary)} />
}

/** The contrast of the text of pages. If it is not enough, it is in the list of colors that are hard to read. */
function TextContrast({ colors }: { colors: BrandColors }) {
  const [text, background] = [parseHsl(colors.text ?? ''), parseHsl(colors.background ?? '')]
  const contrast = text && background ? contrastRatio(text, background) : 0
  return contrast < READABLE_CONTRAST_MIN ? null : <GoodContrast surface="background" contrast={contrast} />
}

const GoodContrast = ({ surface, contrast }: { surface: string; contrast: number }) => (
  <p className="flex items-start gap-2 text-sm text-muted-foreground">
    <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-confirmed" />
    Text on {surface}: contrast {formatContrast(contrast)}:1, good
  </p>
)

const themes = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const
type Theme = (typeof themes)[number]['value']

/** The theme in which the reader sees the product. */
function useReaderTheme(): Theme {
  const isSystemLight = useMediaQuery('(prefers-color-scheme: light)')
  const theme = readColorTheme()
  if (theme !== 'system') return theme
  return isSystemLight ? 'light' : 'dark'
}

/** Whether this theme was calculated from the studio's colors instead of using them. */
function isDerivedTheme(fields: BrandingFields, theme: Theme): boolean {
  const colors = readColors(fields)
  return colors.background !== undefined && formatHsl(getBrandInTheme(colors, theme).background) !== colors.background
}

/** The variables of a studio's stylesheet, for one element. The styles below it calculate the derived colors from them. */
function variablesOf(fields: BrandingFields, theme: Theme): CSSProperties {
  const brand = getBrandInTheme(readColors(fields), theme)
  const variables = Object.fromEntries([
    ...brandColorNames.map((name) => [`--${name}`, formatHsl(brand[name])]),
    ['--font-heading', fontStack(fields.heading)],
    ['--font-body', fontStack(fields.body)],
  ])
  return { ...variables, colorScheme: theme }
}

/** Preview of the booking page in these colors and fonts. On tall phones, a small version sticks below the tabs. */
export function BrandPreview({ studio, fields }: FieldsProps & { studio: Studio }) {
  const readerTheme = useReaderTheme()
  const [chosenTheme, setChosenTheme] = useState<Theme | null>(null)
  const theme = chosenTheme ?? readerTheme
  return (
    // `contents` on phones: inside a box of this section the preview could not stay sticky.
    <section
      aria-label="Preview"
      className="max-md:contents max-md:*:order-first max-xl:order-first md:grid md:grid-cols-1 md:gap-2 xl:sticky xl:top-20"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 max-md:-mb-4">
        <h2 className="text-sm font-medium">Preview</h2>
        <a
          href={paths.publicPage(studio.slug)}
          target="_blank"
          rel="noopener"
          className="ml-auto inline-flex min-h-10 items-center gap-1.5 text-sm text-link underline-offset-4 hover:underline max-md:min-h-11"
        >
          View page
          <ExternalLink aria-hidden className="size-4 shrink-0" />
        </a>
        <Segmented label="Theme of the preview" value={theme} choices={themes} onChange={setChosenTheme} />
      </div>
      <div
        className={cx(
          'max-md:z-10 max-md:-mx-4 max-md:-my-2 max-md:bg-background max-md:px-4 max-md:py-2',
          'max-md:[@media(min-height:37.5rem)]:sticky max-md:top-[calc(7.75rem+env(safe-area-inset-top))]',
        )}
      >
        <div
          data-preview
          role="img"
          aria-label={`Preview of ${studio.name} in these colors and fonts`}
          style={variablesOf(fields, theme)}
          className="overflow-hidden rounded-md border border-border bg-background font-sans text-foreground"
        >
          {/* On phones the fields need the space. */}
          {studio.hero_image_url && (
            <img src={studio.hero_image_url} alt="" className="h-28 w-full object-cover max-md:hidden" />
          )}
          <div className="grid grid-cols-1 gap-5 p-5 max-md:gap-2.5 max-md:p-2.5">
            <PreviewHead studio={studio} tagline={fields.tagline} />
            <PreviewService currency={studio.currency} />
          </div>
        </div>
      </div>
      {isDerivedTheme(fields, theme) && (
        <p className="text-sm text-muted-foreground">
          The {theme} version adjusts these colors so that text stays readable.
        </p>
      )}
    </section>
  )
}

function PreviewHead({ studio, tagline }: { studio: Studio; tagline: string }) {
  return (
    <div className="flex items-center gap-3">
      {studio.logo_url ? (
        <img src={studio.logo_url} alt="" className="size-12 rounded-md object-contain" />
      ) : (
        <span className="grid size-12 place-items-center rounded-md bg-primary font-display font-bold text-on-primary">
          {studio.name.trim().slice(0, 1).toUpperCase()}
        </span>
      )}
      <div className="min-w-0">
        <p className="font-display text-lg font-semibold wrap-anywhere">{studio.name}</p>
        {tagline && <p className="text-sm text-muted-foreground max-md:truncate">{tagline}</p>}
      </div>
    </div>
  )
}

/** An example of a service that a client can book. */
const PreviewService = ({ currency }: { currency: string }) => (
  <>
    <div className="grid gap-4 rounded-md border border-border bg-card p-4 text-sm max-md:gap-2.5 max-md:p-2.5">
      <div className="flex items-start justify-between gap-3">
        <div className="grid gap-0.5">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
            Recording Session
            <span className="rounded-full bg-accent px-2 py-0.5 text-xs text-on-accent">New</span>
          </p>
          <p className="text-muted-foreground max-md:hidden">2 hours</p>
        </div>
        <p className="font-semibold tabular-nums">{moneyText(EXAMPLE_PRICE_MINOR, currency)}</p>
      </div>
      <div className="flex gap-2 text-center font-medium *:rounded-md *:px-3 *:py-2 max-md:*:py-1.5">
        <span className="grow bg-primary text-on-primary">Book a session</span>
        <span className="bg-secondary text-on-secondary">Message</span>
      </div>
    </div>
    <p className="text-sm text-link underline underline-offset-4 max-md:hidden">Address, hours and rules</p>
  </>
)
