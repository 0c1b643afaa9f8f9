import type { Picture } from '@studiohub/contract/features/resources/pictures/schema.ts'
import type { Resource } from '@studiohub/contract/features/resources/schema.ts'
import { Link } from 'react-router'
import { paths } from '#paths.ts'
import { cx } from '#ui/cx.ts'
import { aboveRowClasses } from '#ui/table.tsx'
import { listResourceFacts } from '../model/resource-facts.ts'
import { ColorDot, ResourceChip } from './resource-chip.tsx'
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

/**
 * A separator before each item. In front of the first item of a line it is outside of the box and cut off; the margin leaves
 * space for the ring of a focused link.
 */
const factsClasses = 'overflow-clip [overflow-clip-margin:4px] text-xs text-muted-foreground md:text-sm'
const factClasses = "relative pl-3.5 before:absolute before:left-1.5 before:content-['·'/'']"

/** A resource with its description, its facts in one line, which wraps between facts, and its actions. */
export function ResourceRow({ resource, pictures, onEdit, ...buttons }: ResourceRowProps) {
  const { id, name, kind, color, is_active, has_own_hours, details } = resource
  const [picture] = pictures
  return (
    <li className={rowClasses}>
      <span className="relative flex shrink-0">
        {picture ? <Thumbnail picture={picture} /> : <ResourceChip kind={kind} />}
        <ColorDot color={color} />
      </span>
      <div className="grid min-w-0 flex-1 grid-cols-1">
        <RowTitle name={name} onEdit={onEdit} />
        {details && (
          <span className="text-xs text-muted-foreground max-md:line-clamp-2 md:truncate md:text-sm">{details}</span>
        )}
        <span className={factsClasses}>
          <span className="-ml-3.5 flex flex-wrap items-center">
            {!is_active && <span className={cx(factClasses, 'text-foreground')}>Inactive</span>}
            <span className={factClasses}>
              <Link
                to={paths.studioSettingsTab('hours', id)}
                className={cx(
                  'inline-flex min-h-6 items-center underline decoration-border underline-offset-4 hover:text-foreground',
                  aboveRowClasses,
                )}
              >
                {has_own_hours ? 'Own hours' : 'Studio hours'}
              </Link>
            </span>
            {listResourceFacts(resource, pictures.length).map(({ text, isOnPhones }) => (
              <span key={text} className={cx(factClasses, !isOnPhones && 'max-md:hidden')}>
                {text}
              </span>
            ))}
          </span>
        </span>
      </div>
      <RowButtons itemName={name} onEdit={onEdit} {...buttons} />
    </li>
  )
}
