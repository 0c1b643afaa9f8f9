import { runsStudio } from '../../actor.ts'

export const canReadSubscription = runsStudio
export const canUpdateSubscription = runsStudio
