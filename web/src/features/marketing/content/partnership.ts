/** The partnership application's page, `/partner` (spec section 2). */
export const intro = {
  title: 'Become a partner',
  text: 'Bring what you do best to studios that are looking for it. Tell us who you are, and we reply within 48 hours.',
}

export const benefitKeys = ['network', 'revenue', 'collaboration', 'visibility'] as const

type Benefit = { key: (typeof benefitKeys)[number]; title: string; text: string }

export const benefits: readonly Benefit[] = [
  {
    key: 'network',
    title: 'Network access',
    text: 'Reach studios in more than 50 countries, and their partners.',
  },
  {
    key: 'revenue',
    title: 'Revenue growth',
    text: 'Earn with every studio that you refer, and with what you sell to studios here.',
  },
  {
    key: 'collaboration',
    title: 'Collaboration',
    text: 'Plan products and campaigns with us, with a personal contact.',
  },
  {
    key: 'visibility',
    title: 'Brand visibility',
    text: 'Be found on the partner network page and in our success stories.',
  },
]
