import type { FocusEvent, ReactNode } from 'react'
import { IconButton } from '../button.tsx'

/** Marks the popover of a field. It is not inside the field's element, but belongs to the field. */
export const PICKER_ATTRIBUTE = 'data-field-picker'

/** Whether the focus leaves a field and its popover. @param field the box of the field with its button */
export function leavesField({ relatedTarget }: FocusEvent, field: HTMLElement | null): boolean {
  if (!(relatedTarget instanceof Element)) return true
  return !field?.contains(relatedTarget) && relatedTarget.closest(`[${PICKER_ATTRIBUTE}]`) === null
}

type PickerButtonProps = {
  name: string
  /** The field's id. The field describes the button, because many fields have a button with the same name. */
  describedBy: string | undefined
  isOpen: boolean
  disabled: boolean | undefined
  /** Whether Tab reaches the button. False for a field whose list opens by arrow keys. */
  isTabStop?: boolean
  /** Called before the button is pressed, to load the code of its popover. */
  onPreload: () => unknown
  onClick: () => void
  onBlur: (event: FocusEvent) => void
  children: ReactNode
}

/** The button at the end of a field that opens its calendar or list. */
export function PickerButton({ name, isOpen, isTabStop = true, onPreload, children, ...props }: PickerButtonProps) {
  const { describedBy, disabled, onClick, onBlur } = props
  return (
    <IconButton
      name={name}
      aria-describedby={describedBy}
      aria-haspopup={isTabStop ? 'dialog' : 'listbox'}
      aria-expanded={isOpen}
      disabled={disabled}
      tabIndex={isTabStop ? 0 : -1}
      onPointerEnter={onPreload}
      onFocus={onPreload}
      onClick={onClick}
      onBlur={onBlur}
      className="absolute inset-y-0 right-0 h-full w-10 text-muted-foreground hover:bg-transparent hover:text-foreground"
    >
      {children}
    </IconButton>
  )
}
