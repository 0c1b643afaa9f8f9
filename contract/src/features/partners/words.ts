export const partnershipTypes = ['technology', 'referral', 'reseller', 'integration', 'other'] as const

/** Spec section 3: how each kind is called. */
export const partnershipTypeLabels: Record<(typeof partnershipTypes)[number], string> = {
  technology: 'Technology Partner',
  referral: 'Referral Partner',
  reseller: 'Reseller Partner',
  integration: 'Integration Partner',
  other: 'Other',
}

/** Spec section 9: the longest each field may be, for the inputs too. */
export const PARTNERSHIP_MAX = { companyName: 100, contactName: 100, email: 255, phone: 20, message: 1000 } as const
