/** The pages with legal texts. The terms of a studio are the current version of those that its clients accept. */
export const legalKinds = ['imprint', 'privacy', 'terms'] as const
export type LegalKind = (typeof legalKinds)[number]

export const legalTitles: Record<LegalKind, string> = { imprint: 'Imprint', privacy: 'Privacy', terms: 'Terms' }

export const LEGAL_TEXT_MAX = 50_000
