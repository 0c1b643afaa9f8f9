export const partnershipTypes = ['technology', 'referral', 'reseller', 'integration', 'other'] as const

/** Labels of spec section 3. */
export const partnershipTypeLabels: Record<(typeof partnershipTypes)[number], string> = {
  technology: 'Technology Partner',
  referral: 'Referral Partner',
  reseller: 'Reseller Partner',
  integration: 'Integration Partner',
  other: 'Other',
}

/** The maximum lengths of spec section 9, also for the inputs. */
export const PARTNERSHIP_MAX = { companyName: 100, contactName: 100, email: 255, phone: 20, message: 1000 } as const
