import type { ImportKind } from '@studiohub/contract/features/imports/words.ts'

/** A line with the names of columns that are recognized, and an example line. */
const samples: Record<ImportKind, string> = {
  clients: `Name,Email,Phone,Company,Tags,Notes
Ada Example,ada@example.com,+49 30 123456,Example Records,"vip, drums",Likes tea`,
  services: `Name,Length (minutes),Price,Currency,Description
Recording,120,160,EUR,With an engineer`,
  bookings: `Date,Start time,End time,Client,Client email,Service,Room,Price,Status,Notes
2027-05-31,10:00,14:00,Ada Example,ada@example.com,Recording,Studio A,320,Confirmed,Two singers`,
  projects: `Title,Client,Client email,Type,Status,Description
First album,Ada Example,ada@example.com,Music,Active,Ten songs`,
}

/** A file to start from, with one line. */
export const sampleFile = (kind: ImportKind) =>
  new File([`\uFEFF${samples[kind]}\n`], `${kind}-sample.csv`, { type: 'text/csv' })
