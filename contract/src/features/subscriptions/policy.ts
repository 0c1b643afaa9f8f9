import { isAdminOrOperator } from '../../actor.ts'

export const canReadSubscription = isAdminOrOperator
export const canUpdateSubscription = isAdminOrOperator
