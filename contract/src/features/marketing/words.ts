/** Topics of the contact form. */
export const contactTopics = ['demo', 'sales', 'support', 'other'] as const

export const contactTopicLabels: Record<(typeof contactTopics)[number], string> = {
  demo: 'A demo',
  sales: 'Plans and prices',
  support: 'Help with StudioHub',
  other: 'Something else',
}
