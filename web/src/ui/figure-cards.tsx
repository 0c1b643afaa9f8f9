import { cx } from './cx.ts'

type Figure = {
  name: string
  value: string
  /** A short text after the value, such as a day. */
  note?: string | undefined
  /** `warning`: someone should act. `late`: it is too late already. */
  tone?: 'warning' | 'late' | undefined
}

const toneClasses = { warning: 'text-pending', late: 'text-cancelled' }

const gridClasses = {
  3: 'grid-cols-1 sm:grid-cols-3 max-sm:*:grid-cols-[1fr_auto] max-sm:*:items-center',
  4: 'grid-cols-2 lg:grid-cols-4',
}

type FigureCardsProps = { figures: readonly Figure[]; columns: keyof typeof gridClasses }

/** Three or four figures above the records that they sum up, each on a card. On phones, three are rows and four are two by two. */
export const FigureCards = ({ figures, columns }: FigureCardsProps) => (
  <dl className={cx('grid gap-3', gridClasses[columns])}>
    {figures.map(({ name, value, note, tone }) => (
      <div key={name} className="grid content-start gap-0.5 rounded-md border border-border bg-card p-3 md:p-4">
        <dt className="text-sm text-muted-foreground">{name}</dt>
        <dd className={cx('text-lg font-semibold tabular-nums', tone && toneClasses[tone])}>
          {value}
          {note && <span className="text-sm font-normal text-muted-foreground">, {note}</span>}
        </dd>
      </div>
    ))}
  </dl>
)
