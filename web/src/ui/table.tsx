import type { ReactNode } from 'react'
import { cx } from './cx.ts'

/** The position of a column in a narrow row of two lines. */
type NarrowPosition =
  /** The first line. */
  | 'title'
  /** The end of the first line, such as a time. */
  | 'aside'
  /** The second line. */
  | 'meta'
  /** The end of the second line, such as a status. */
  | 'corner'
  /** The only button, at the end of the row. */
  | 'end'
  /** A third line, for rows that need one. */
  | 'below'
  /** A fourth line, such as notes. */
  | 'last'
  /** Not shown, because the details of the row have it. */
  | 'hidden'

type Column<Row> = {
  name: string
  /** If it renders nothing, the narrow layout hides the name too. */
  cell: (row: Row) => ReactNode
  /** The first of two values in the cell, shown before `name` by the style sheet. It is not part of the heading's text. */
  nameBefore?: string
  /** Explains the heading, such as what a figure counts. */
  hint?: string
  /** Shows the heading to screen readers only, such as above buttons. */
  hideName?: boolean
  align?: 'end'
  /** The width in a wide table, such as '24%'. For tables below each other with the same column. */
  width?: string
  /** If any column has a position, narrow rows are 56 px high. Otherwise each row is a card with all names and values. */
  narrow?: NarrowPosition
  /** Leaves the column out of the wide layout, such as one whose value is in another cell there. */
  isNarrowOnly?: boolean
}

type TableProps<Row> = {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** Returns a line to show above a row, such as one before the first row of today. */
  lineAbove?: (row: Row) => Line | null
  /** Whether a row stands out, such as the next session. The row also says why in words. */
  isMarked?: (row: Row) => boolean
  /** A line between the headings and the first row, such as a button that loads earlier rows. */
  beforeRows?: ReactNode
  /** Puts the table on a card of its own. Not for a table that is in a card already. */
  framed?: boolean
}

type Line = { text: string; isNarrowOnly: boolean }

/** Makes a button or link of a narrow row respond to taps anywhere on the row. For the one that opens the details. */
export const wholeRowClasses = '@max-3xl:after:absolute @max-3xl:after:inset-0'

/** Like `wholeRowClasses`, in wide rows too. Other buttons of the row need `aboveRowClasses`. */
export const wholeWideRowClasses = 'after:absolute after:inset-0'
export const aboveRowClasses = 'relative z-1'

const positionClasses: Record<NarrowPosition, string> = {
  title:
    '@max-3xl:col-start-1 @max-3xl:-col-end-2 @max-3xl:row-start-1 @max-3xl:truncate @max-3xl:font-medium @3xl:min-w-28 @3xl:wrap-anywhere',
  // Without a width of its own, so that it does not take space from the second line.
  aside:
    '@max-3xl:col-start-1 @max-3xl:-col-end-2 @max-3xl:row-start-1 @max-3xl:flex @max-3xl:w-0 @max-3xl:justify-end @max-3xl:justify-self-end @max-3xl:text-xs @max-3xl:whitespace-nowrap @max-3xl:text-muted-foreground',
  meta: '@max-3xl:row-start-2 @max-3xl:truncate @max-3xl:text-xs @max-3xl:text-muted-foreground @max-3xl:[&_wbr]:hidden',
  corner: '@max-3xl:-col-start-3 @max-3xl:row-start-2 @max-3xl:text-xs @max-3xl:text-muted-foreground',
  // Above a title whose tap area is the whole row. It is not `relative`, so that the tap area of its button can be the whole row
  // too.
  end: '@max-3xl:-col-start-2 @max-3xl:row-span-2 @max-3xl:row-start-1 @max-3xl:has-[button,a]:pl-3 @max-3xl:z-1',
  // The summary of `details` is at the end of the row, and its tap area is the whole row.
  below: cx(
    '@max-3xl:col-span-full @max-3xl:row-start-3 @max-3xl:text-xs @max-3xl:text-muted-foreground @max-3xl:has-[summary]:-mr-24',
    '@max-3xl:[&_summary]:absolute @max-3xl:[&_summary]:inset-x-0 @max-3xl:[&_summary]:top-0',
    '@max-3xl:[&_summary]:flex @max-3xl:[&_summary]:h-14 @max-3xl:[&_summary]:items-center @max-3xl:[&_summary]:justify-end',
  ),
  last: '@max-3xl:col-span-full @max-3xl:row-start-4 @max-3xl:text-xs @max-3xl:text-muted-foreground',
  hidden: '@max-3xl:hidden',
}

/** A picture before the title, with the attribute `data-row-picture`. In a narrow row it is before both lines. */
export const rowPictureClasses =
  'flex shrink-0 @max-3xl:absolute @max-3xl:inset-y-0 @max-3xl:left-0 @max-3xl:items-center @3xl:*:size-7'

// A last column of values ends where the card's title row ends. One of buttons has no visible heading and keeps its space.
const cardEndClasses = (column: { align: 'end' | undefined; hideName: boolean | undefined }) =>
  column.align === 'end' && !column.hideName && 'in-data-ui-card:@3xl:last:pr-0'

const wideCellClasses = '@3xl:table-cell @3xl:border-b @3xl:border-border @3xl:px-3 @3xl:py-3'
const wideRowClasses = '@3xl:relative @3xl:table-row @3xl:border-0'
const plainRowClasses = '@3xl:bg-transparent @3xl:hover:bg-card'
// The edge is a shadow, because a border would move the text of the row.
const markedRowClasses = cx(
  'bg-primary/8 @max-3xl:shadow-[inset_3px_0_0_var(--color-primary)]',
  '@3xl:[&>td:first-child]:shadow-[inset_3px_0_0_var(--color-primary)]',
)

// Nothing follows the last row that a rule would part it from.
const lastRowClasses = '[&_tr:last-child>td]:@3xl:border-b-0'

// On a card, the first cell begins where its title does; the last one has the space of its menu.
const cardEdgeClasses = 'in-data-ui-card:[&_:is(td,th):first-child]:@3xl:pl-0'

const frameClasses = cx(
  'rounded-md border border-border bg-card',
  '[&_tr]:@3xl:hover:bg-muted/40 [&_:is(td,th):first-child]:@3xl:pl-5 [&_:is(td,th):last-child]:@3xl:pr-5',
  '[&_tr]:@max-3xl:px-4',
)

/**
 * A table. In a container under 768 px each row becomes two lines, or a card. The table roles are set explicitly, because
 * changing the display would remove them.
 */
export function Table<Row>({ label, columns, rows, keyOf, lineAbove, isMarked, beforeRows, framed }: TableProps<Row>) {
  const wideColumns = columns.filter(({ isNarrowOnly }) => !isNarrowOnly)
  const isCompact = columns.some(({ narrow }) => narrow)
  const metaCount = columns.filter(({ narrow = 'meta' }) => narrow === 'meta').length
  const hasCorner = columns.some(({ narrow }) => narrow === 'corner')
  return (
    // Positioned, so that hidden texts in a scrolled part do not make the page wider.
    <div className={cx('@container relative overflow-x-auto', lastRowClasses, framed ? frameClasses : cardEdgeClasses)}>
      <table aria-label={label} className="block w-full text-sm @3xl:table">
        <thead className="hidden @3xl:table-header-group">
          <tr>
            {wideColumns.map(({ name, nameBefore, hint, hideName, align, width }) => (
              <th
                key={name}
                scope="col"
                title={hint}
                style={width ? { width } : undefined}
                data-before={nameBefore && `${nameBefore} · `}
                className={cx(
                  'border-b border-border px-3 py-2.5 font-medium text-muted-foreground',
                  align === 'end' ? 'text-right' : 'text-left',
                  cardEndClasses({ align, hideName }),
                  nameBefore && "before:content-[attr(data-before)/'']",
                )}
              >
                {hideName ? <span className="sr-only">{name}</span> : name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody
          className={cx(
            'grid @3xl:table-row-group',
            isCompact ? 'grid-cols-1 divide-y divide-border @3xl:divide-y-0' : 'gap-3',
          )}
        >
          {beforeRows && (
            <tr className="block @3xl:table-row">
              <td colSpan={columns.length} className="block py-2 @3xl:table-cell @3xl:border-b @3xl:border-border">
                {beforeRows}
              </td>
            </tr>
          )}
          {rows.map((row) => (
            <TableRow
              key={keyOf(row)}
              row={row}
              columns={columns}
              isCompact={isCompact}
              metaCount={metaCount}
              hasCorner={hasCorner}
              line={lineAbove?.(row) ?? null}
              isMarked={isMarked?.(row) ?? false}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/**
 * Never cut the last value (often a status). The others share the rest of the line. A single value gets the whole line, before
 * its corner.
 */
const getNarrowColumns = (metaCount: number, hasCorner: boolean) =>
  metaCount > 1
    ? `${'minmax(0, auto) '.repeat(metaCount - 1)}max-content 1fr max-content`
    : `minmax(0, 1fr) ${hasCorner ? 'max-content ' : ''}max-content`

type RowProps<Row> = {
  row: Row
  columns: readonly Column<Row>[]
  isCompact: boolean
  metaCount: number
  hasCorner: boolean
  line: Line | null
  isMarked: boolean
}

function TableRow<Row>({ row, columns, isCompact, metaCount, hasCorner, line, isMarked }: RowProps<Row>) {
  return (
    <>
      {line && (
        <tr className={line.isNarrowOnly ? 'block @3xl:hidden' : 'block @3xl:table-row'}>
          <th
            scope="rowgroup"
            colSpan={columns.length}
            className={cx(
              'block pt-4 pb-2 text-left font-semibold @3xl:table-cell @3xl:border-b @3xl:border-border @3xl:px-3',
              line.isNarrowOnly ? 'text-xs' : 'text-sm',
            )}
          >
            {line.text}
          </th>
        </tr>
      )}
      <tr
        style={isCompact ? { gridTemplateColumns: getNarrowColumns(metaCount, hasCorner) } : undefined}
        className={
          isCompact
            ? cx(
                '@max-3xl:relative @max-3xl:grid @max-3xl:min-h-14 @max-3xl:content-center @max-3xl:items-center @max-3xl:py-2',
                '@max-3xl:has-[[data-narrow=below]_summary]:pr-24',
                '@max-3xl:has-[[data-narrow=aside]]:*:data-[narrow=title]:max-w-[calc(100%-8rem)]',
                '@max-3xl:has-[[data-row-picture]]:pl-12',
                wideRowClasses,
                isMarked ? markedRowClasses : plainRowClasses,
              )
            : cx('grid gap-2 rounded-md border border-border bg-card p-4', wideRowClasses, plainRowClasses)
        }
      >
        {columns.map((column) => (isCompact ? renderCompactCell(row, column, metaCount) : renderCardCell(row, column)))}
      </tr>
    </>
  )
}

const renderCompactCell = <Row,>(
  row: Row,
  { name, cell, align, hideName, narrow = 'meta', isNarrowOnly }: Column<Row>,
  metaCount: number,
) => (
  <td
    key={name}
    data-narrow={narrow}
    className={cx(
      'min-w-0',
      isNarrowOnly ? '@3xl:hidden' : wideCellClasses,
      positionClasses[narrow],
      narrow === 'meta' && metaCount > 1 && '@max-3xl:max-w-44',
      // Otherwise the second line has a height without having a value.
      narrow === 'title' && metaCount === 0 && '@max-3xl:row-span-2',
      align === 'end' && '@3xl:text-right',
      cardEndClasses({ align, hideName }),
    )}
  >
    <span className={cx(narrow === 'end' && '@max-3xl:flex @max-3xl:justify-end')}>{cell(row)}</span>
  </td>
)

const renderCardCell = <Row,>(row: Row, { name, cell, hideName, align }: Column<Row>) => (
  <td
    key={name}
    className={cx(
      'flex items-baseline justify-between gap-4 @max-3xl:has-[>span:last-child:empty]:hidden',
      wideCellClasses,
      align === 'end' && '@3xl:text-right',
      cardEndClasses({ align, hideName }),
    )}
  >
    {!hideName && <span className="text-muted-foreground @3xl:hidden">{name}</span>}
    <span className={cx('min-w-0 text-right', align !== 'end' && '@3xl:text-left')}>{cell(row)}</span>
  </td>
)
