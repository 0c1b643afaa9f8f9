/** What the framed booking form reports to the website around it. */
export type FrameMessage = { height: number } | { event: FrameEvent }

/** The form is shown, a time was chosen, or a time is reserved until the visitor confirms by email. */
export type FrameEvent = 'shown' | 'time-chosen' | 'time-held'
