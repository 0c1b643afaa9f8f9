import { parseHex, readableInk } from '@studiohub/contract/shared/colors.ts'

/** The colors for resources, chosen to be distinguishable. */
export const palette = [
  { name: 'Teal', color: '#14b8a6' },
  { name: 'Blue', color: '#3b82f6' },
  { name: 'Violet', color: '#8b5cf6' },
  { name: 'Pink', color: '#ec4899' },
  { name: 'Red', color: '#ef4444' },
  { name: 'Orange', color: '#f97316' },
  { name: 'Yellow', color: '#eab308' },
  { name: 'Green', color: '#22c55e' },
  { name: 'Brown', color: '#92644a' },
  { name: 'Gray', color: '#64748b' },
] as const

/** Black or white, whichever has more contrast on a color `#rrggbb`; at least 4.5. */
export const readableTextColor = (color: string) => readableInk(parseHex(color))
