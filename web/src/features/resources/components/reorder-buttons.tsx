import { ChevronDown, ChevronLeft, ChevronRight, ChevronUp } from 'lucide-react'
import { IconButton } from '#ui/button.tsx'

type ReorderButtonsProps = {
  /** What is moved, for the labels of the buttons. */
  what: string
  /** For items that are side by side: left and right. */
  isAcross?: boolean
  isFirst: boolean
  isLast: boolean
  onMove: (step: -1 | 1) => void
}

/**
 * Moves a row up or down, or left or right. At the ends the buttons are disabled but still there, so that the focus stays.
 */
export function ReorderButtons({ what, isAcross = false, isFirst, isLast, onMove }: ReorderButtonsProps) {
  const [back, on] = isAcross ? ['left', 'right'] : ['up', 'down']
  return (
    <div className="flex">
      <IconButton
        name={`Move ${what} ${back}`}
        aria-disabled={isFirst || undefined}
        onClick={() => !isFirst && onMove(-1)}
      >
        {isAcross ? <ChevronLeft aria-hidden /> : <ChevronUp aria-hidden />}
      </IconButton>
      <IconButton name={`Move ${what} ${on}`} aria-disabled={isLast || undefined} onClick={() => !isLast && onMove(1)}>
        {isAcross ? <ChevronRight aria-hidden /> : <ChevronDown aria-hidden />}
      </IconButton>
    </div>
  )
}
