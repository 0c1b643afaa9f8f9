import type { ResourceKind } from '@studiohub/contract/features/resources/schema.ts'
import { DoorOpen, type LucideIcon, Mic, UserRound } from 'lucide-react'

const icons: Record<ResourceKind, LucideIcon> = { room: DoorOpen, person: UserRound, equipment: Mic }

/** The icon of a resource, in the size of a `Thumbnail`. */
export function ResourceChip({ kind }: { kind: ResourceKind }) {
  const Icon = icons[kind]
  return (
    <span aria-hidden className="grid h-10 w-14 shrink-0 place-items-center rounded-md bg-muted text-foreground">
      <Icon className="size-4" />
    </span>
  )
}

/** The color of a resource in the calendar, at the corner of its picture or icon. Its parent must be `relative`. */
export const ColorDot = ({ color }: { color: string | null }) =>
  color && (
    <span
      aria-hidden
      className="absolute -right-1 -bottom-1 size-3.5 rounded-full border-2 border-card"
      style={{ backgroundColor: color }}
    />
  )
