import type { ImportKind } from '@studiohub/contract/features/imports/words.ts'

/** Names of columns that are recognized, and two lines as an example. */
export type Sample = { columns: readonly string[]; rows: readonly (readonly string[])[] }

export const samples: Record<ImportKind, Sample> = {
  clients: {
    columns: ['Name', 'Email', 'Phone', 'Company', 'Tags', 'Notes'],
    rows: [
      ['Ada Example', 'ada@example.com', '+49 30 123456', 'Example Records', 'vip, drums', 'Likes tea'],
      ['Ben Sample', 'ben@example.com', '+49 30 654321', '', 'vocals', ''],
    ],
  },
  services: {
    columns: ['Name', 'Length (minutes)', 'Price', 'Currency', 'Description'],
    rows: [
      ['Recording', '120', '160', 'EUR', 'With an engineer'],
      ['Mixing', '240', '280', 'EUR', ''],
    ],
  },
  bookings: {
    columns: [
      'Date',
      'Start time',
      'End time',
      'Client',
      'Client email',
      'Service',
      'Room',
      'Price',
      'Status',
      'Notes',
    ],
    rows: [
      [
        '2027-05-31',
        '10:00',
        '14:00',
        'Ada Example',
        'ada@example.com',
        'Recording',
        'Studio A',
        '320',
        'Confirmed',
        'Two singers',
      ],
      ['2027-06-01', '09:30', '13:30', 'Ben Sample', 'ben@example.com', 'Mixing', 'Studio B', '280', 'Pending', ''],
    ],
  },
  projects: {
    columns: ['Title', 'Client', 'Client email', 'Type', 'Status', 'Description'],
    rows: [
      ['First album', 'Ada Example', 'ada@example.com', 'Music', 'Active', 'Ten songs'],
      ['Night talks', 'Ben Sample', 'ben@example.com', 'Podcast', 'Active', ''],
    ],
  },
}

const toLine = (cells: readonly string[]) => cells.map((cell) => (cell.includes(',') ? `"${cell}"` : cell)).join(',')

/** A file to start from, with the lines of the sample. */
export function sampleFile(kind: ImportKind): File {
  const { columns, rows } = samples[kind]
  const text = [columns, ...rows].map((cells) => `${toLine(cells)}\n`).join('')
  return new File([`\uFEFF${text}`], `${kind}-sample.csv`, { type: 'text/csv' })
}
