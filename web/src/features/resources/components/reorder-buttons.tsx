import { ChevronDown, ChevronUp } from 'lucide-react'
import { IconButton } from '#ui/button.tsx'

type ReorderButtonsProps = {
  /** What is moved, for the labels of the buttons. */
  what: string
  isFirst: boolean
  isLast: boolean
  onMove: (step: -1 | 1) => void
}

/** Moves a row up or down. Disabled at the ends, but still rendered, so that the focus stays. */
export function ReorderButtons({ what, isFirst, isLast, onMove }: ReorderButtonsProps) {
  return (
    <div className="flex">
      <IconButton name={`Move ${what} up`} aria-disabled={isFirst || undefined} onClick={() => !isFirst && onMove(-1)}>
        <ChevronUp aria-hidden />
      </IconButton>
      <IconButton name={`Move ${what} down`} aria-disabled={isLast || undefined} onClick={() => !isLast && onMove(1)}>
        <ChevronDown aria-hidden />
      </IconButton>
    </div>
  )
}
