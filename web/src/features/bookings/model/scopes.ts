/** Which sessions of a series a change applies to. */
export const scopes = ['this', 'following', 'all'] as const
export type Scope = (typeof scopes)[number]

const labels: Record<Scope, string> = {
  this: 'This session only',
  following: 'This and the following sessions',
  all: 'All future sessions',
}

export const scopeChoices = scopes.map((value) => ({ value, label: labels[value] }))
