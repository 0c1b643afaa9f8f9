/** The texts of a screen on a desktop: always, with the demo's data, and without data. */
export type Words = { always?: readonly string[]; full?: readonly string[]; empty?: readonly string[] }

// Texts that several screens have.
export const phases = ['Pre-Production', 'Production', 'Post-Production', 'Distribution', 'Analytics']
export const profileTexts = [
  'Profile',
  'Your account and how others see you',
  'Email',
  'Full name',
  'Account Actions',
  'Sign Out',
]
export const boardTexts = ['Board', 'Search cards', 'Project', 'New Project', 'Create Card', ...phases, 'Chat with Stu']
export const projectTexts = [
  'Workflow',
  'Status',
  'Previous Phase',
  'Next Phase',
  'Tasks',
  'Activity',
  'Stu',
  'Open Board',
]
export const missingProjectTexts = ['Project not found', 'Back to projects']
export const deniedTexts = ['Access Denied', "You don't have permission to access this page."]
export const sessionColumns = ['Date', 'Time', 'Service', 'Status', 'Notes']
