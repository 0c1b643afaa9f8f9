/** A dot in the color of a room; nothing without a color. */
export const RoomDot = ({ color }: { color: string | null | undefined }) =>
  color && <span aria-hidden className="mr-1.5 inline-block size-2 rounded-full" style={{ backgroundColor: color }} />
