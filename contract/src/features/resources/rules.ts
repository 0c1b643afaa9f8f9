const KEY_MAX = 50

/** The key of a new service, from its label: letters, digits and underscores, unlike any that is taken. */
export function serviceKey(label: string, taken: ReadonlySet<string>): string {
  const plain = label
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
  const key = plain.trim().replaceAll(' ', '_').slice(0, KEY_MAX).replace(/_$/, '') || 'service'
  if (!taken.has(key)) return key
  let number = 2
  while (taken.has(`${key}_${number}`)) number += 1
  return `${key}_${number}`
}
