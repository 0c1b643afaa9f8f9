import type { ResourceKind } from '@studiohub/contract/features/resources/schema.ts'
import { DoorOpen, type LucideIcon, Mic, UserRound } from 'lucide-react'
import { textOn } from '../model/color.ts'

const icons: Record<ResourceKind, LucideIcon> = { room: DoorOpen, person: UserRound, equipment: Mic }

/** The sign of a resource in its colour; what is drawn on it always stands out. */
export function ResourceChip({ kind, color }: { kind: ResourceKind; color: string | null }) {
  const Icon = icons[kind]
  return (
    <span
      aria-hidden
      className="grid size-9 shrink-0 place-items-center rounded-md bg-muted text-foreground"
      style={color ? { backgroundColor: color, color: textOn(color) } : undefined}
    >
      <Icon className="size-4" />
    </span>
  )
}
