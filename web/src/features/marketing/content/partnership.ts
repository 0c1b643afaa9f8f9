/** The partnership application's page, `/partner` (spec section 2). */
export const intro = {
  title: 'Become a partner',
  text: 'Bring what you do best to studios that are looking for it. Tell us who you are, and we answer within 48 hours.',
}

export const benefitKeys = ['network', 'revenue', 'collaboration', 'visibility'] as const

type Benefit = { key: (typeof benefitKeys)[number]; title: string; text: string }

export const benefits: readonly Benefit[] = [
  {
    key: 'network',
    title: 'Network access',
    text: 'Reach studios in more than 50 countries, and the partners who already work with them.',
  },
  {
    key: 'revenue',
    title: 'Revenue growth',
    text: 'Earn with every studio you bring, and with what you sell to those who are here.',
  },
  {
    key: 'collaboration',
    title: 'Collaboration',
    text: 'Plan products and campaigns together with us, with a contact you know by name.',
  },
  {
    key: 'visibility',
    title: 'Brand visibility',
    text: 'Be found on the partner network page and in the stories that studios tell.',
  },
]
