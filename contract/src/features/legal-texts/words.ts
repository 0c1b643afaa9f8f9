/** The pages with legal texts. A studio has the first two; its terms belong to its bookings. */
export const legalKinds = ['imprint', 'privacy', 'terms'] as const
export type LegalKind = (typeof legalKinds)[number]

export const legalTitles: Record<LegalKind, string> = { imprint: 'Imprint', privacy: 'Privacy', terms: 'Terms' }

export const LEGAL_TEXT_MAX = 50_000
