import type { Picture } from '@studiohub/contract/features/resources/pictures/schema.ts'
import type { Resource } from '@studiohub/contract/features/resources/schema.ts'
import { Link } from 'react-router'
import { paths } from '#paths.ts'
import { Badge } from '#ui/badge.tsx'
import { cx } from '#ui/cx.ts'
import { aboveRowClasses } from '#ui/table.tsx'
import { formatBuffers } from '../model/lengths.ts'
import { ResourceChip } from './resource-chip.tsx'
import { RowButtons } from './row-buttons.tsx'
import { RowTitle, rowClasses } from './row-title.tsx'
import { Thumbnail } from './thumbnail.tsx'

type ResourceRowProps = {
  resource: Resource
  picture: Picture | undefined
  isFirst: boolean
  isLast: boolean
  onMove: (step: -1 | 1) => void
  onEdit: () => void
  onDelete: () => void
}

/** A resource with its actions. */
export function ResourceRow({ resource, picture, onEdit, ...buttons }: ResourceRowProps) {
  const { id, name, kind, color, is_active, has_own_hours } = resource
  const details = formatBuffers(resource)
  return (
    <li className={rowClasses}>
      {picture ? <OwnPicture picture={picture} color={color} /> : <ResourceChip kind={kind} color={color} />}
      <div className="grid min-w-0 flex-1">
        <span className="flex min-w-0 items-center gap-2 *:not-first:shrink-0">
          <RowTitle name={name} onEdit={onEdit} />
          {!is_active && <Badge>Inactive</Badge>}
        </span>
        <span className="flex flex-wrap items-center gap-x-1.5 text-xs text-muted-foreground md:text-sm">
          {details && <span>{details}.</span>}
          <Link
            to={paths.studioSettingsTab('hours', id)}
            className={cx(
              'inline-flex min-h-6 items-center text-link underline decoration-link/40 underline-offset-4 hover:decoration-current',
              aboveRowClasses,
            )}
          >
            {has_own_hours ? 'Own hours' : 'Studio hours'}
          </Link>
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
