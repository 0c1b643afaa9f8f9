/**
 * All expected errors: a code, the HTTP status and the message for users. Any other error is a bug and becomes `INTERNAL`.
 * Programs depend on the codes, so a code never changes, even if its name is not the best.
 */
export const errors = {
  UNAUTHENTICATED: { status: 401, message: 'Please sign in to continue.' },
  BAD_JWT: { status: 401, message: 'Your session is not valid. Please sign in again.' },
  INVALID_API_KEY: { status: 401, message: 'This API key is not valid. It may have ended, or it was revoked.' },
  API_KEY_SCOPE: { status: 403, message: 'This API key is not allowed to make this call.' },
  API_KEY_ADDRESS: { status: 403, message: 'This API key does not work from this IP address.' },
  NO_ACTIVE_ROLE: { status: 403, message: 'You no longer have access here. Ask the studio to add you again.' },
  FORBIDDEN: { status: 403, message: "You don't have permission to do this." },
  FIELD_NOT_ALLOWED: { status: 403, message: "You can't change one of these fields." },
  ROLE_NOT_SELF_ASSIGNABLE: { status: 403, message: 'This role cannot be self-assigned' },
  ROLE_NOT_GRANTABLE: { status: 403, message: "You can't assign this role." },
  PLAN_LIMIT_REACHED: { status: 403, message: "This studio's plan has no bookings left for that month." },
  OPEN_REQUESTS_LIMIT: { status: 403, message: "You have reached this studio's limit of open requests." },
  HOURS_AHEAD_LIMIT: { status: 403, message: "You have reached this studio's limit of hours booked ahead." },
  PLAN_EXPIRED: {
    status: 403,
    message: 'This studio is not accepting new bookings at the moment. Existing bookings are not affected.',
  },
  FILES_QUOTA: {
    status: 403,
    message: "This studio's space for files is full. Delete files you no longer need.",
  },
  PAYMENT_REQUIRED_FIRST: { status: 403, message: 'Please pay for this plan first.' },
  INSUFFICIENT_AAL: { status: 403, message: 'Please confirm with your second factor first.' },
  FACTOR_REQUIRED: {
    status: 403,
    message: 'Only operators with a second factor can do this. Add one in your profile first.',
  },
  STUDIO_SESSION: {
    status: 403,
    message: "This is not available on a studio's own website. Sign in on our main site instead.",
  },
  VIEW_ONLY: {
    status: 403,
    message: "You are viewing this studio as its owner. You can't change anything or see secrets. Stop viewing first.",
  },
  REAUTH_REQUIRED: { status: 403, message: 'Please sign in again to confirm your identity.' },
  FACTOR_WAIT_RUNNING: {
    status: 403,
    message: 'Your second factor is about to be removed. Open your profile and keep it, then try again.',
  },
  INVITATION_FOR_ANOTHER: {
    status: 403,
    message: 'This invitation was sent to another email address. Sign in with that address to accept it.',
  },
  MESSAGES_BLOCKED: {
    status: 403,
    message: 'The studio does not receive messages from you here. Please call or email the studio.',
  },
  NOT_FOUND: { status: 404, message: 'Not found. It may have been deleted.' },
  INVITATION_ENDED: { status: 404, message: 'This invitation is no longer valid. Ask the studio for a new one.' },
  BOOKING_CONFLICT: { status: 409, message: 'That time has just been taken. Please choose another one.' },
  CAPTCHA_FAILED: { status: 422, message: 'Please confirm that you are human first.' },
  VISITOR_SIGN_IN: { status: 409, message: 'Please sign in to book this time.' },
  VISITOR_HOLD_OPEN: {
    status: 409,
    message: 'We have already sent an email to this address. Open its link, or try again in 15 minutes.',
  },
  VISITOR_HOLD_ENDED: { status: 409, message: 'This link is no longer valid. Please choose a time again.' },
  FEE_CHANGED: { status: 409, message: 'The cancellation fee has increased. Check it, then cancel again.' },
  DISCOUNT_NOT_VALID: { status: 409, message: 'This code is not valid. Check it, or book without it.' },
  DISCOUNT_CODE_TAKEN: { status: 409, message: 'Your studio already has this code. Choose another one.' },
  API_KEYS_FULL: { status: 409, message: 'You already have 25 API keys. Revoke one that you no longer need.' },
  EXPORT_RUNNING: { status: 409, message: 'An export is already in progress. You will get an email when it is ready.' },
  CALENDARS_FULL: { status: 409, message: 'A person or room can have at most 5 connected calendars.' },
  PUSH_KEY_CHANGED: { status: 409, message: 'The key for notifications has changed. Reload the page and try again.' },
  CALENDARS_NOT_FOUND: { status: 422, message: 'No calendars were found. Check the URL of the server.' },
  WEBHOOKS_FULL: { status: 409, message: 'A studio has at most 10 webhooks.' },
  WEBHOOK_BODY_ERASED: { status: 409, message: 'The client was erased, so this event cannot be sent again.' },
  DISCOUNTS_FULL: { status: 409, message: 'A studio can have at most 200 discount codes.' },
  PACKAGES_FULL: { status: 409, message: 'A studio has at most 50 packages.' },
  PACKAGE_ENDED: { status: 409, message: 'This package has already ended.' },
  PACKAGE_HOURS_CHANGED: {
    status: 409,
    message: 'The hours left in the package have changed. Check the price, then try again.',
  },
  TERMS_NOT_ACCEPTED: { status: 409, message: 'Please read and accept the terms of the studio first.' },
  TERMS_CHANGED: {
    status: 409,
    message: 'The studio has published new terms. Please read and accept them, then try again.',
  },
  SIGNATURE_REQUIRED: { status: 409, message: 'Please sign the terms of the studio first.' },
  PRICE_CHANGED: { status: 409, message: 'The price of this service has changed. Check it, then book again.' },
  PAYMENT_TOO_LATE: {
    status: 409,
    message: 'This time is no longer reserved for you. Please book again, then pay within 15 minutes.',
  },
  CARDS_NOT_CONFIGURED: {
    status: 409,
    message: 'Card payments are not available at the moment. Please ask the studio how to pay.',
  },
  INVALID_TRANSITION: { status: 409, message: 'This booking can no longer be changed in that way.' },
  UNDO_EXPIRED: { status: 409, message: 'This change can no longer be undone. Change the booking instead.' },
  ROLE_EXISTS: { status: 409, message: 'You already have a role.' },
  ADDRESS_NOT_PROVEN: {
    status: 409,
    message: 'This person has not confirmed their email address yet. Ask them to confirm it, then try again.',
  },
  CLIENT_ELSEWHERE: { status: 409, message: 'This person is a client of another studio. Confirm that this role ends.' },
  LAST_ADMIN: { status: 409, message: 'The last administrator cannot be removed.' },
  INVOICE_ISSUED: {
    status: 409,
    message: 'This invoice was issued and can no longer be changed. Correct it with a credit note.',
  },
  NO_EMAIL_ADDRESS: { status: 409, message: 'This client has no email address. Add one to the client first.' },
  INVOICE_NOT_ISSUED: { status: 409, message: 'Issue this invoice first.' },
  INVOICE_SETTLED: {
    status: 409,
    message: 'This is not possible: the invoice is settled, void or has payments.',
  },
  SESSION_NOT_BILLABLE: {
    status: 409,
    message: 'One of these sessions has no price, is on another invoice, or is not confirmed.',
  },
  NUMBERS_BEGUN: {
    status: 409,
    message: "This year's invoices already have numbers, so the first number cannot change.",
  },
  SLUG_TAKEN: { status: 409, message: 'That address is already taken.' },
  DOMAIN_TAKEN: { status: 409, message: 'That domain is already in use.' },
  RESOURCE_BOOKED: { status: 409, message: 'This resource has upcoming bookings. Move or cancel them first.' },
  PICTURES_LIMIT: { status: 409, message: 'This is the maximum number of pictures. Remove one first.' },
  PERSON_LISTED: { status: 409, message: 'This person is already on the list.' },
  CLIENT_EXISTS: { status: 409, message: 'Another client of your studio has this email address.' },
  CLIENT_REMOVED: { status: 409, message: 'This client was removed from the studio. Nothing more can be sent here.' },
  IMPORT_TOO_OLD: {
    status: 409,
    message: 'An import can be undone for 30 days. Delete or cancel single entries instead.',
  },
  IMPORT_UNDONE: { status: 409, message: 'This import has already been undone.' },
  ALREADY_CHECKED_IN: { status: 409, message: 'This client is already checked in.' },
  STALE_VERSION: { status: 409, message: 'This has changed since you opened it. Reload and try again.' },
  STUDIO_SUSPENDED: { status: 409, message: 'The platform has deactivated this studio. Please contact support.' },
  REQUEST_EXISTS: { status: 409, message: 'You have already sent a request. The studio will answer it.' },
  DOMAIN_NOT_PROVEN: {
    status: 409,
    message: 'We cannot see the record at this domain yet. New records can take an hour to appear.',
  },
  SESSIONS_IN_THE_WAY: { status: 409, message: 'There are bookings at that time. Move or cancel them first.' },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'This file or text is too large.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: "We can't read this kind of content." },
  UNKNOWN_HOST: { status: 421, message: 'There is no studio at this address.' },
  VALIDATION_FAILED: { status: 422, message: 'Please check the marked fields.' },
  SLUG_RESERVED: { status: 422, message: 'That address is reserved. Please choose another one.' },
  DOMAIN_INVALID: { status: 422, message: 'Please enter a domain such as book.yourstudio.com' },
  INVALID_COLOR: { status: 422, message: 'Write colors as 185 85% 55% or #1ab2b8' },
  FONT_NOT_ALLOWED: { status: 422, message: 'Please choose one of our fonts' },
  INVALID_ASSET: { status: 422, message: 'Choose logo, favicon, hero or background.' },
  STUDIO_NOT_AVAILABLE: { status: 422, message: 'This studio is not accepting new members at the moment.' },
  STUDIO_INACTIVE: { status: 422, message: 'This studio is not accepting bookings at the moment.' },
  PLAN_NOT_SELECTABLE: { status: 422, message: 'This plan cannot be chosen here. Please contact us.' },
  CLAIM_OPEN: {
    status: 409,
    message: 'A person has claimed this client record. Answer the claim on the clients screen first.',
  },
  CLIENT_HAS_ACCOUNT: {
    status: 422,
    message: 'This client has an account. Merge the other record into this one instead.',
  },
  CLIENT_OWNS_ADDRESS: {
    status: 422,
    message: 'This email address belongs to the client, who has an account. Only they can change it.',
  },
  TEXTS_NOT_OFFERED: { status: 422, message: 'Text messages are not set up here.' },
  INVOICE_EMPTY: { status: 422, message: 'Add a session or a line first.' },
  AMOUNT_NOT_POSSIBLE: { status: 422, message: 'This amount is not possible here.' },
  CLIENT_NOT_IN_STUDIO: { status: 422, message: 'This person is not a client of the studio.' },
  NOT_IN_CREW: { status: 422, message: 'This person does not work at the studio.' },
  BOOKING_IN_PAST: { status: 422, message: 'That time has already passed.' },
  INVALID_TIME_RANGE: { status: 422, message: 'The end must be after the start.' },
  RANGE_TOO_LONG: { status: 422, message: 'A booking lasts at most 14 days and starts within 24 months.' },
  TIME_DOES_NOT_EXIST: {
    status: 422,
    message: 'This time does not exist on that day, because the clock changes to or from daylight saving time.',
  },
  NOTICE_TOO_SHORT: { status: 422, message: 'The studio needs more notice. Please choose a later time.' },
  BEYOND_HORIZON: { status: 422, message: 'The studio does not accept bookings that far ahead yet.' },
  LENGTH_NOT_OFFERED: { status: 422, message: 'The studio does not offer this service in this length.' },
  SESSION_NOT_BEGUN: { status: 422, message: 'This session has not started yet.' },
  CALENDAR_BUSY: { status: 409, message: 'A connected calendar is busy at that time. Please choose another time.' },
  PERSON_NOT_WORKING: { status: 422, message: 'A crew member of this session is not working at that time.' },
  OUTSIDE_OPENING_HOURS: { status: 422, message: 'The studio is closed at that time.' },
  CANCELLATION_TOO_LATE: { status: 422, message: 'It is too late to cancel this online. Please contact the studio.' },
  SERVICE_NOT_OFFERED: { status: 422, message: 'The studio does not offer this service.' },
  ROOM_NOT_AVAILABLE: { status: 422, message: 'This studio has no such room.' },
  IMAGE_TOO_COMPLEX: { status: 422, message: 'This image is too large to process. Please choose a smaller one.' },
  IMAGE_UNREADABLE: { status: 422, message: 'We cannot read this image. It may be damaged.' },
  UNSAFE_SVG: {
    status: 422,
    message: 'This SVG contains more than shapes and text. Please export it as a plain SVG.',
  },
  IDEMPOTENCY_KEY_REUSED: { status: 422, message: 'This Idempotency-Key was used for another request.' },
  TOO_LONG: { status: 422, message: 'This text is too long.' },
  BAD_SIGNATURE: { status: 400, message: 'The signature of this message is not valid.' },
  BAD_REQUEST: { status: 400, message: 'We could not read this request.' },
  REQUEST_TIMEOUT: { status: 408, message: 'Your request took too long to reach us. Please try again.' },
  RATE_LIMITED: { status: 429, message: 'Too many requests. Please wait a moment.' },
  INTERNAL: { status: 500, message: 'Something went wrong on our side. Please try again.' },
  PAYMENTS_UNAVAILABLE: {
    status: 503,
    message: 'The payment provider is not responding. Please try again in a moment.',
  },
  STORAGE_FULL: {
    status: 503,
    message: 'Our storage is full, so nothing can be saved at the moment. Please try again later.',
  },
  FILES_UNAVAILABLE: { status: 503, message: 'Our file storage is not responding. Please try again in a moment.' },
  UNAVAILABLE: { status: 503, message: 'We are busy at the moment. Please try again.' },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof errors

/** One message per field name of the request (`booking_date`). */
export type FieldMessages = Record<string, string>

/**
 * An error with a code of this list. Services throw it with `fail`; `platform/http` turns it into `{ code, message,
 * fields? }`. The caller receives `details`: include only data that they may see.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly fields: FieldMessages | undefined
  readonly details: Record<string, unknown> | undefined

  constructor(
    code: ErrorCode,
    options: { message?: string; fields?: FieldMessages; details?: Record<string, unknown> } = {},
  ) {
    super(options.message ?? errors[code].message)
    this.name = 'AppError'
    this.code = code
    this.fields = options.fields
    this.details = options.details
  }
}

/** Throws the error with this code, such as after `??` where a row must exist. @throws AppError */
export function fail(
  code: ErrorCode,
  options: { message?: string; fields?: FieldMessages; details?: Record<string, unknown> } = {},
): never {
  throw new AppError(code, options)
}
