import { Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from './button.tsx'
import { Switch } from './switch.tsx'

type SwitchRowProps = {
  /** The name, with a badge if it has one. */
  title: ReactNode
  text: string
  /** What the switch does, after the word 'Active'. */
  switchNote: string
  isActive: boolean
  isPending: boolean
  onSwitch: (isActive: boolean) => void
  editName: string
  onEdit: () => void
}

/** A row of a list whose entries can be active or not. On phones its text has the whole width. */
export const SwitchRow = ({
  title,
  text,
  switchNote,
  isActive,
  isPending,
  onSwitch,
  editName,
  onEdit,
}: SwitchRowProps) => (
  <li className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-2 py-3 last:pb-0 sm:gap-x-4 sm:gap-y-0.5">
    <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-sm font-medium wrap-anywhere">
      {title}
    </span>
    <span className="col-start-1 row-start-2 text-sm text-muted-foreground max-sm:col-span-3">{text}</span>
    <span className="col-start-2 row-start-1 sm:row-span-2">
      <Switch
        label={
          <>
            <span className="max-sm:sr-only">Active</span>
            <span className="sr-only">: {switchNote}</span>
          </>
        }
        checked={isActive}
        disabled={isPending}
        onChange={onSwitch}
      />
    </span>
    <IconButton className="col-start-3 row-start-1 -mr-3 sm:row-span-2" name={editName} onClick={onEdit}>
      <Pencil aria-hidden />
    </IconButton>
  </li>
)
