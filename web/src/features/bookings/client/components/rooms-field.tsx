import { CheckboxGroup } from '#ui/checkbox-group.tsx'

type RoomsFieldProps = {
  rooms: readonly { id: string; name: string }[]
  /** How many the client may choose. */
  max: number
  chosen: readonly string[]
  onChange: (room_ids: string[]) => void
}

/** Several rooms for one booking. */
export function RoomsField({ rooms, max, chosen, onChange }: RoomsFieldProps) {
  return (
    <CheckboxGroup
      label="Rooms"
      hint={`Up to ${max} at once. Leave empty for any free room`}
      choices={rooms.map(({ id, name }) => ({ value: id, label: name }))}
      chosen={chosen}
      onChange={onChange}
      error={chosen.length > max ? `Choose at most ${max} rooms` : undefined}
    />
  )
}
