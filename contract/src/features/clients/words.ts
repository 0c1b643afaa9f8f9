/** The text that people read before they become a client of a studio. */
export const dataSharing = (studio: string) => `${studio} sees the name, email and phone number that you give.`
