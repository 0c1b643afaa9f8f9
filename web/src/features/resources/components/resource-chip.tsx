import type { ResourceKind } from '@studiohub/contract/features/resources/schema.ts'
import { DoorOpen, type LucideIcon, Mic, UserRound } from 'lucide-react'
import { readableTextColor } from '../model/color.ts'

const icons: Record<ResourceKind, LucideIcon> = { room: DoorOpen, person: UserRound, equipment: Mic }

/** The icon of a resource in its color, always with enough contrast. On desktop it has the size of a `Thumbnail`. */
export function ResourceChip({ kind, color }: { kind: ResourceKind; color: string | null }) {
  const Icon = icons[kind]
  return (
    <span
      aria-hidden
      className="grid size-9 shrink-0 place-items-center rounded-md bg-muted text-foreground md:h-10 md:w-14"
      style={color ? { backgroundColor: color, color: readableTextColor(color) } : undefined}
    >
      <Icon className="size-4" />
    </span>
  )
}
