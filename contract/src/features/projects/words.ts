/** Spec section 4, Projects: the phases in their order. */
export const phases = ['pre_production', 'production', 'post_production', 'distribution', 'analytics'] as const
export type Phase = (typeof phases)[number]
export const isPhase = (value: unknown): value is Phase => phases.some((phase) => phase === value)

export const phaseLabels: Record<Phase, string> = {
  pre_production: 'Pre-Production',
  production: 'Production',
  post_production: 'Post-Production',
  distribution: 'Distribution',
  analytics: 'Analytics',
}

export const projectTypes = ['podcast', 'video', 'ad', 'music', 'voiceover', 'other'] as const
export type ProjectType = (typeof projectTypes)[number]

export const projectTypeLabels: Record<ProjectType, string> = {
  podcast: 'Podcast',
  video: 'Video',
  ad: 'Ad',
  music: 'Music',
  voiceover: 'Voiceover',
  other: 'Other',
}

export const projectStatuses = ['draft', 'active', 'on_hold', 'completed', 'cancelled'] as const
export type ProjectStatus = (typeof projectStatuses)[number]

export const projectStatusLabels: Record<ProjectStatus, string> = {
  draft: 'Draft',
  active: 'Active',
  on_hold: 'On hold',
  completed: 'Completed',
  cancelled: 'Cancelled',
}

export const PROJECT_TITLE_MAX = 100
export const PROJECT_DESCRIPTION_MAX = 500
export const PROJECT_SEARCH_MAX = 100

/** Spec sections 4 and 8. */
export const phaseWords = {
  alreadyLast: 'Project is already in the final phase',
  alreadyFirst: 'Project is already in the first phase',
  movedOn: (phase: Phase) => `Moved to ${phaseLabels[phase]}`,
  movedBack: (phase: Phase) => `Moved back to ${phaseLabels[phase]}`,
}
