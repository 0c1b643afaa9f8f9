import type { Call } from './calls.ts'

const northlight = {
  imprint: '# Northlight Recording\nKanalstraat 12\nRotterdam\n\n# Responsible for this page\nNora Lind',
  privacy:
    '# What we store\nYour name, your email address and your sessions.\n\n# How long\nUntil you delete your account. Invoices are kept as long as the law requires.',
}

const northlightTerms = `# Sessions
Your time begins and ends as booked. If you come late, the session still ends on time.

- **Setting up** and packing up are part of your time.
- Overtime costs the same per hour, if the room is free.
- An engineer is there for recording and mixing, not for rehearsals.

# Cancelling
The page of your booking says until when cancelling is free, and what it costs after that.

# Your recordings
They belong to you. We keep the files for **six months**, so please copy them in time.

# Damage
1. Tell us at once if something breaks.
2. You pay for damage that you cause, but not for normal wear.`

const bloomTerms = `# Your shoot
The house is yours for the booked time. At most **twelve people** can be inside.

# The house
- No smoking, and shoes off on the wooden floor.
- Put furniture back where it was.

# Pictures
They are yours. Please name Bloom House when you publish them.`

const platform = {
  imprint: '# StudioHub\nWaterfront 1\nRotterdam\n\n# Contact\nhello@studiohub.example',
  privacy:
    '# What we store\nYour name, your email address, and what you and your studio enter.\n\n# Who sees it\nYour studio and you. We do not sell data.\n\n# How long\nUntil you delete your account. Invoices are kept as long as the law requires.',
  terms:
    '# Your account\nOne person per account. Please keep your password to yourself.\n\n# Plans\nA trial ends by itself. A plan is paid monthly, and you can cancel it at any time.\n\n# Your data\nIt belongs to you. You can export it at any time.',
}

type DemoStudio = { call: Call; studio_id: string }

/** Publishes the imprint and the privacy text of Northlight. */
export const writeLegalTexts = ({ call, studio_id }: DemoStudio) =>
  call(`/api/v1/studios/${studio_id}/legal-texts`, northlight, 'PUT')

/** Publishes the terms of a studio. Call it after its bookings are created, so that they need no acceptance. */
export const publishTerms = ({ call, studio_id }: DemoStudio, studio: 'northlight' | 'bloom') =>
  call(`/api/v1/studios/${studio_id}/terms`, { text: studio === 'northlight' ? northlightTerms : bloomTerms })

/** Publishes the legal texts of the platform. @param operator calls as an operator */
export const publishPlatformTexts = (operator: Call) => operator('/api/v1/legal-texts', platform, 'PUT')
