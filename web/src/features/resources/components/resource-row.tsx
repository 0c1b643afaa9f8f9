import type { Resource } from '@studiohub/contract/features/resources/schema.ts'
import { Pencil, Trash2 } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '#paths.ts'
import { Badge } from '#ui/badge.tsx'
import { IconButton } from '#ui/button.tsx'
import { formatBuffers } from '../model/lengths.ts'
import { ReorderButtons } from './reorder-buttons.tsx'
import { ResourceChip } from './resource-chip.tsx'

type ResourceRowProps = {
  resource: Resource
  isFirst: boolean
  isLast: boolean
  onMove: (step: -1 | 1) => void
  onEdit: () => void
  onDelete: () => void
}

/** A resource with its actions. */
export function ResourceRow({ resource, isFirst, isLast, onMove, onEdit, onDelete }: ResourceRowProps) {
  const { id, name, kind, color, is_active, has_own_hours } = resource
  const details = formatBuffers(resource)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
      <div className="flex min-w-0 flex-1 basis-56 items-center gap-3">
        <ResourceChip kind={kind} color={color} />
        <div className="grid min-w-0 gap-0.5">
          <span className="flex flex-wrap items-center gap-2">
            <span className="min-w-0 truncate font-medium">{name}</span>
            {!is_active && <Badge>Inactive</Badge>}
          </span>
          <span className="text-sm text-muted-foreground">
            {details && `${details}. `}
            <Link to={paths.studioSettingsTab('hours', id)} className="underline underline-offset-4">
              {has_own_hours ? 'Own hours' : 'Studio hours'}
            </Link>
          </span>
        </div>
      </div>
      <div className="flex max-md:ml-auto">
        <ReorderButtons what={name} isFirst={isFirst} isLast={isLast} onMove={onMove} />
        <IconButton name={`Edit ${name}`} onClick={onEdit}>
          <Pencil aria-hidden />
        </IconButton>
        <IconButton name={`Delete ${name}`} onClick={onDelete}>
          <Trash2 aria-hidden />
        </IconButton>
      </div>
    </li>
  )
}
