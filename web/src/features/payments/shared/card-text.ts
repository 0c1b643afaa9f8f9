const brands: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  unionpay: 'UnionPay',
  eftpos_au: 'eftpos',
}

/** A card as people recognize it: 'Visa ending in 4242'. */
export const cardText = ({ brand, last4 }: { brand: string; last4: string }) =>
  `${brands[brand] ?? 'card'} ending in ${last4}`
