/** The texts of the page where partners apply, `/partner` (spec section 2). */
export const intro = {
  title: 'Become a partner',
  text: 'Bring what you do best to studios that are looking for it. Tell us who you are, and we will reply within 48 hours.',
}

export const benefitKeys = ['network', 'revenue', 'collaboration', 'visibility'] as const

type Benefit = { key: (typeof benefitKeys)[number]; title: string; text: string }

export const benefits: readonly Benefit[] = [
  {
    key: 'network',
    title: 'Network access',
    text: 'Reach studios and their partners in more than 50 countries.',
  },
  {
    key: 'revenue',
    title: 'Revenue growth',
    text: 'Earn from every studio that you refer, and from what you sell to studios here.',
  },
  {
    key: 'collaboration',
    title: 'Collaboration',
    text: 'Plan products and campaigns with a personal contact on our team.',
  },
  {
    key: 'visibility',
    title: 'Brand visibility',
    text: 'Be found on the partner network page and in our success stories.',
  },
]
