import type { Picture } from '@studiohub/contract/features/resources/pictures/schema.ts'
import type { Resource } from '@studiohub/contract/features/resources/schema.ts'
import { Link } from 'react-router'
import { paths } from '#paths.ts'
import { cx } from '#ui/cx.ts'
import { aboveRowClasses } from '#ui/table.tsx'
import { formatResourceFacts } from '../model/resource-facts.ts'
import { ResourceChip } from './resource-chip.tsx'
import { RowButtons } from './row-buttons.tsx'
import { RowTitle, rowClasses } from './row-title.tsx'
import { Thumbnail } from './thumbnail.tsx'

type ResourceRowProps = {
  resource: Resource
  pictures: readonly Picture[]
  isFirst: boolean
  isLast: boolean
  onMove: (step: -1 | 1) => void
  onEdit: () => void
  onDelete: () => void
}

/** A resource with its facts, and its actions. Facts that do not fit into one line continue in a second one. */
export function ResourceRow({ resource, pictures, onEdit, ...buttons }: ResourceRowProps) {
  const { id, name, kind, color, is_active, has_own_hours, details } = resource
  const [picture] = pictures
  const facts = formatResourceFacts(resource, pictures.length)
  return (
    <li className={rowClasses}>
      {picture ? <OwnPicture picture={picture} color={color} /> : <ResourceChip kind={kind} color={color} />}
      <div className="grid min-w-0 flex-1 grid-cols-1">
        <RowTitle name={name} onEdit={onEdit} />
        <span className="flex min-w-0 flex-wrap items-center text-xs text-muted-foreground md:text-sm">
          {!is_active && <span className="shrink-0 text-foreground after:mx-1.5 after:content-['·'/'']">Inactive</span>}
          <Link
            to={paths.studioSettingsTab('hours', id)}
            className={cx(
              'inline-flex min-h-6 shrink-0 items-center underline decoration-border underline-offset-4 hover:decoration-current',
              aboveRowClasses,
            )}
          >
            {has_own_hours ? 'Own hours' : 'Studio hours'}
          </Link>
          {facts && (
            <span className="before:mx-1.5 before:content-['·'/''] max-md:flex-1 max-md:truncate">{facts}</span>
          )}
          {details && (
            <>
              <span aria-hidden className="mx-1.5 max-md:hidden">
                ·
              </span>
              <span className="max-w-full max-md:line-clamp-2 max-md:basis-full md:truncate">{details}</span>
            </>
          )}
        </span>
      </div>
      <RowButtons itemName={name} onEdit={onEdit} {...buttons} />
    </li>
  )
}

/** The picture of a room or person with the color that it has in the calendar. */
const OwnPicture = ({ picture, color }: { picture: Picture; color: string | null }) => (
  <span className="relative flex shrink-0">
    <Thumbnail picture={picture} />
    {color && (
      <span
        aria-hidden
        className="absolute -right-1 -bottom-1 size-3.5 rounded-full border-2 border-card"
        style={{ backgroundColor: color }}
      />
    )}
  </span>
)
