import { Plus } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import type { InitialBookingValues } from '#features/bookings/form/model/booking-form.ts'
import { useShortcut } from '#lib/hooks/use-shortcut.ts'
import { useCommandSource } from '#lib/page/commands.ts'
import { Button } from '#ui/button.tsx'

/**
 * Opens the booking form by key and command.
 * @param onStart null if the user cannot book now
 * @param look the look of the button: `secondary` if the screen has another main action
 * @returns the button that does the same; null without `onStart`
 */
export function useNewBookingCommand(
  onStart: ((start: InitialBookingValues) => void) | null,
  look: 'primary' | 'secondary' = 'primary',
): ReactNode {
  const { openForm, commands } = useMemo(() => {
    if (!onStart) return { openForm: null, commands: [] }
    const openForm = () => onStart({})
    return { openForm, commands: [{ id: 'new-booking', label: 'New Booking', group: 'Do', icon: Plus, run: openForm }] }
  }, [onStart])
  useShortcut('n', openForm)
  useCommandSource(commands)
  return useMemo(
    () =>
      openForm && (
        <Button look={look} onClick={openForm} aria-keyshortcuts="n">
          <Plus aria-hidden />
          New Booking
        </Button>
      ),
    [openForm, look],
  )
}
