import { ChevronDown, ChevronLeft, ChevronRight, ChevronUp } from 'lucide-react'
import { IconButton } from '#ui/button.tsx'

type ReorderButtonsProps = {
  /** The name of the item, for the labels of the buttons. */
  itemName: string
  /** Moves items left and right instead of up and down. */
  isHorizontal?: boolean
  isFirst: boolean
  isLast: boolean
  onMove: (step: -1 | 1) => void
}

/**
 * Buttons that move an item by one position. At the ends they are disabled but still shown, so that the focus stays.
 */
export function ReorderButtons({ itemName, isHorizontal = false, isFirst, isLast, onMove }: ReorderButtonsProps) {
  const [backText, forwardText] = isHorizontal ? ['left', 'right'] : ['up', 'down']
  return (
    <div className="flex">
      <IconButton
        name={`Move ${itemName} ${backText}`}
        aria-disabled={isFirst || undefined}
        onClick={() => !isFirst && onMove(-1)}
      >
        {isHorizontal ? <ChevronLeft aria-hidden /> : <ChevronUp aria-hidden />}
      </IconButton>
      <IconButton
        name={`Move ${itemName} ${forwardText}`}
        aria-disabled={isLast || undefined}
        onClick={() => !isLast && onMove(1)}
      >
        {isHorizontal ? <ChevronRight aria-hidden /> : <ChevronDown aria-hidden />}
      </IconButton>
    </div>
  )
}
