/** The legal texts that have a page. A studio's terms are the version that its clients accept now. */
export const legalKinds = ['imprint', 'privacy', 'terms'] as const
export type LegalKind = (typeof legalKinds)[number]

export const legalTitles: Record<LegalKind, string> = { imprint: 'Imprint', privacy: 'Privacy', terms: 'Terms' }

export const LEGAL_TEXT_MAX = 50_000
