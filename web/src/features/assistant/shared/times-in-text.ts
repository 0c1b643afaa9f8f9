import { type Formats, readerFormats, timeText } from '@studiohub/contract/shared/formats.ts'

const timeOfDay = /\b(?:(0?\d|1[0-2]):([0-5]\d) ([AP])M|([01]\d|2[0-4]):([0-5]\d))\b/g

/** A stored answer with its times of day as the reader writes them now: `14:00` or `2:00 PM`. */
export const formatTimesIn = (text: string, formats: Formats = readerFormats()): string =>
  text.replace(timeOfDay, (_, hour12, minutes12, half, hour24, minutes24) => {
    const hour = hour24 ?? String((Number(hour12) % 12) + (half === 'P' ? 12 : 0)).padStart(2, '0')
    return timeText(`${hour}:${minutes24 ?? minutes12}`, formats)
  })
