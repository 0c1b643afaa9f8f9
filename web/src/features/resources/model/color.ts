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
  { name: 'Grey', color: '#64748b' },
] as const

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(color.slice(start, start + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Contrast ratio of two colors `#rrggbb`, 1 to 21 (WCAG). */
export function contrast(colorA: string, colorB: string): number {
  const [dark = 0, light = 0] = [luminance(colorA), luminance(colorB)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** Black or white, whichever has more contrast; at least 4.5. */
export const readableTextColor = (color: string) =>
  contrast(color, '#000000') >= contrast(color, '#ffffff') ? '#000000' : '#ffffff'
