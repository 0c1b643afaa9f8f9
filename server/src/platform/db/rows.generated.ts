// Written by `npm run generate` from the migrated schema.
import type { ColumnType, Generated } from 'kysely'

export interface DB {
  agreements: {
    id: Generated<string>
    studio_id: string
    client_id: string
    terms_id: string
    signer_name: string | null
    drawing: string | null
    signed_at: Generated<string>
    pdf: Buffer | null
    sha256: string | null
  }
  ai_agents: {
    id: Generated<string>
    key: string
    name: string
    role: string
    avatar_url: string | null
    position: number
  }
  api_keys: {
    id: Generated<string>
    studio_id: string
    user_id: string
    role_id: string
    is_personal: boolean
    label: string
    prefix: string
    hash: string
    scopes: string[]
    networks: Generated<string[]>
    ends_at: string | null
    last_used_at: string | null
    revoked_at: string | null
    created_at: Generated<string>
    version: Generated<number>
  }
  assistant_messages: {
    id: Generated<string>
    seq: Generated<number>
    studio_id: string
    user_id: string
    project_id: string | null
    role: 'user' | 'assistant'
    content: string
    timestamp: Generated<string>
    starts: ColumnType<unknown, string | undefined, string>
  }
  audit_log: {
    id: Generated<number>
    at: Generated<string>
    actor_id: string | null
    session_id: string | null
    studio_id: string | null
    action: string
    object_type: string
    object_id: string | null
    outcome: Generated<'done' | 'denied'>
    before: ColumnType<unknown, string | null, string | null>
    after: ColumnType<unknown, string | null, string | null>
    request_id: string | null
    texts_id: string | null
    key_id: Generated<string | null>
  }
  audit_texts: {
    id: string
    person_id: string | null
    studio_id: string | null
    before: ColumnType<unknown, string, string>
    after: ColumnType<unknown, string, string>
    client_id: string | null
  }
  'auth.factor_challenges': {
    id: string
    factor_id: string
    session_id: string
    code_mac: string | null
    nonce: string | null
    tries: Generated<number>
    used_at: string | null
    created_at: string
    expires_at: string
  }
  'auth.factor_waits': {
    user_id: string
    started_at: string
    ends_at: string
    ended_at: string | null
    mailed_at: string
    texted_at: string
  }
  'auth.factors': {
    id: string
    user_id: string
    factor_type: 'totp' | 'phone' | 'webauthn' | 'recovery_code'
    status: Generated<'unverified' | 'verified'>
    friendly_name: string | null
    secret: string | null
    last_step: number | null
    phone: string | null
    credential_id: string | null
    public_key: string | null
    sign_count: number | null
    transports: ColumnType<unknown, string | null, string | null>
    last_challenged_at: string | null
    created_at: string
    updated_at: string
  }
  'auth.flow_states': {
    id: string
    method: string
    provider: Generated<string>
    user_id: string | null
    code_challenge: string
    code_challenge_method: 's256' | 'plain'
    auth_code_hash: string | null
    auth_code_issued_at: string | null
    created_at: string
    state_hash: string | null
    called_back_at: string | null
    browser_hash: string | null
    secrets: string | null
    redirect_to: string | null
    linking_session_id: string | null
    studio_id: string | null
  }
  'auth.identities': {
    id: string
    user_id: string
    provider: string
    provider_id: string
    identity_data: ColumnType<unknown, string | undefined, string>
    email: string | null
    last_sign_in_at: string | null
    created_at: string
    updated_at: string
  }
  'auth.known_places': {
    user_id: string
    place_mac: string
    seen_at: string
  }
  'auth.one_time_tokens': {
    user_id: string
    purpose: 'signup' | 'welcome' | 'recovery' | 'magiclink' | 'email_change_current' | 'email_change_new' | 'reauthentication' | 'factor_added'
    link_hash: string | null
    code_mac: string
    wrong_tries: Generated<number>
    flow_state_id: string | null
    created_at: string
    expires_at: string
    studio_id: string | null
  }
  'auth.passkey_challenges': {
    id: string
    session_id: string | null
    nonce: string
    expires_at: string
  }
  'auth.passkeys': {
    id: string
    user_id: string
    friendly_name: string
    credential_id: string
    public_key: string
    sign_count: number
    transports: ColumnType<unknown, string, string>
    created_at: string
    updated_at: string
    last_used_at: string | null
  }
  'auth.push_keys': {
    public_key: string
    private_key: string
    created_at: Generated<string>
  }
  'auth.rate_limits': {
    key: string
    full_at: string
  }
  'auth.recovery_codes': {
    factor_id: string
    code_hash: string
    used_at: string | null
  }
  'auth.sessions': {
    id: string
    user_id: string
    aal: Generated<'aal1' | 'aal2'>
    amr: ColumnType<unknown, string, string>
    refresh_key: string
    refresh_counter: Generated<number>
    user_agent: string | null
    ip: string | null
    created_at: string
    refreshed_at: string
    refresh_floor: Generated<number>
    studio_id: string | null
  }
  'auth.signing_keys': {
    kid: string
    public_jwk: ColumnType<unknown, string, string>
    private_key: string
    created_at: string
    signs_from: string
    published_until: string | null
  }
  'auth.users': {
    id: string
    email: string
    encrypted_password: string | null
    email_confirmed_at: string | null
    email_proven: Generated<boolean>
    confirmation_sent_at: string | null
    recovery_sent_at: string | null
    last_sign_in_at: string | null
    app_metadata: ColumnType<unknown, string | undefined, string>
    user_metadata: ColumnType<unknown, string | undefined, string>
    banned_until: string | null
    deleted_at: string | null
    created_at: string
    updated_at: string
    new_email: string | null
    email_change_sent_at: string | null
    email_change_agreed: 'current' | 'new' | null
    reauthentication_sent_at: string | null
    email_changed_at: string | null
    password_unproven_at: string | null
  }
  board_samples: {
    studio_id: string
    client_id: string
    created_at: Generated<string>
  }
  booking_messages: {
    id: Generated<string>
    studio_id: string
    booking_id: string
    user_id: string | null
    kind: 'requested' | 'booked' | 'on_hold' | 'confirmed' | 'declined' | 'moved' | 'restored' | 'cancelled' | 'reminder' | 'expiring' | 'expired' | 'follow_up' | 'change_requested' | 'change_approved' | 'change_declined' | 'change_expired' | 'fee_waived'
    version: number
    starts_at: string
    state: Generated<'waiting' | 'sent' | 'failed' | 'skipped'>
    tries: Generated<number>
    last_error: string | null
    created_at: Generated<string>
    sent_at: string | null
    session_ids: string[]
    in_digest: Generated<boolean>
    client_id: string | null
    hours_before: number | null
    address_mac: string | null
    channel: Generated<string>
    phone_mac: string | null
    was: ColumnType<unknown, string | null, string | null>
  }
  booking_series: {
    id: Generated<string>
    studio_id: string
    client_id: string | null
    booking_type: 'client_booking' | 'blocked_time'
    service_type: string
    rrule: string
    first_date: string
    start_time: string
    end_time: string
    ends_next_day: Generated<boolean>
    created_by: string | null
    created_at: Generated<string>
    updated_at: Generated<string>
  }
  booking_undos: {
    booking_id: string
    version: number
    studio_id: string
    user_id: string
    created_at: string
    undone_at: string | null
    snapshot: ColumnType<unknown, string | null, string | null>
  }
  bookings: {
    id: Generated<string>
    studio_id: string
    project_id: string | null
    client_id: string | null
    booking_date: string
    start_time: string
    end_time: string
    ends_next_day: Generated<boolean>
    starts_at: string
    ends_at: string
    service_type: string
    booking_type: 'client_booking' | 'blocked_time'
    status: 'pending' | 'confirmed' | 'cancelled' | 'completed'
    holds: ColumnType<boolean, never, never>
    notes: string | null
    created_by: string | null
    created_at: Generated<string>
    updated_at: Generated<string>
    cancelled_at: string | null
    cancelled_by: string | null
    cancel_reason: string | null
    price_minor: number | null
    currency: string | null
    no_show_at: string | null
    series_id: string | null
    version: Generated<number>
    lengthened_by_client: Generated<boolean>
    expires_at: string | null
    people: number | null
    price_lines: ColumnType<unknown, string | undefined, string>
    days: Generated<number>
    cancellation_policy: ColumnType<unknown, string | null, string | null>
    fee: ColumnType<unknown, string | null, string | null>
    tax: ColumnType<unknown, string | null, string | null>
    deposit_minor: number | null
    pay_by: string | null
    import_id: string | null
    import_key: string | null
  }
  calendar_copies: {
    calendar_id: string
    studio_id: string
    resource_id: string
    booking_id: string
    object: string
    etag: string | null
    version: number
    starts_at: string
    ends_at: string
    content: string
    outside_at: string | null
    outside_starts_at: string | null
    outside_ends_at: string | null
  }
  calendar_feeds: {
    id: Generated<string>
    kind: 'person' | 'studio'
    user_id: string
    studio_id: string
    token_hash: string
    created_at: Generated<string>
    revoked_at: string | null
    is_client: Generated<boolean>
  }
  calendar_grants: {
    id: Generated<string>
    studio_id: string
    resource_id: string
    owner_id: string
    kind: 'google' | 'microsoft'
    account: string | null
    secret: string | null
    state_hash: string | null
    session_id: string | null
    verifier: string | null
    started_at: string
    ended_at: string | null
  }
  calendar_revisions: {
    studio_id: string
    revision: Generated<string>
  }
  calendar_times: {
    id: Generated<number>
    calendar_id: string
    studio_id: string
    resource_id: string
    during: string
    title: string | null
    object: string | null
  }
  card_accounts: {
    studio_id: string
    account_id: string
    takes_cards: Generated<boolean>
    pays_out: Generated<boolean>
    is_submitted: Generated<boolean>
    problem: string | null
    created_at: Generated<string>
    readings: Generated<number>
  }
  card_comments: {
    id: Generated<string>
    card_id: string
    studio_id: string
    client_id: string
    author_id: string | null
    body: string
    created_at: Generated<string>
  }
  card_comparisons: {
    studio_id: string
    compared_at: string | null
    failed_at: string | null
    differences: Generated<number>
  }
  card_differences: {
    studio_id: string
    subject: string
    currency: string
    kind: 'payment' | 'payout' | 'fee' | 'other'
    payment_id: string | null
    books_minor: number
    provider_minor: number
    happened_at: string
    found_at: string
  }
  card_disputes: {
    id: string
    studio_id: string
    payment_id: string | null
    state: 'needs_response' | 'under_review' | 'won' | 'lost' | 'closed' | null
    amount_minor: Generated<number>
    currency: string | null
    reason: Generated<string>
    respond_by: string | null
    evidence_url: Generated<string>
    opened_at: string | null
    withdrawn_minor: Generated<number>
    lost_minor: Generated<number>
    readings: Generated<number>
  }
  card_files: {
    id: Generated<string>
    card_id: string
    studio_id: string
    client_id: string
    uploaded_by: string | null
    name: string
    content_type: string
    size_bytes: number
    file_key: string
    preview_key: string | null
    created_at: Generated<string>
  }
  card_movements: {
    id: string
    studio_id: string
    account_id: string
    kind: 'payment' | 'payout' | 'fee' | 'other'
    amount_minor: number
    fee_minor: number
    currency: string
    intent_id: string | null
    payout_id: string | null
    dispute_id: string | null
    happened_at: string
  }
  card_payments: {
    id: string
    studio_id: string
    client_id: string | null
    booking_id: string | null
    account_id: string
    amount_minor: number
    currency: string
    is_authorized_first: boolean
    checkout_id: string | null
    checkout_url: string | null
    intent_id: string | null
    state: Generated<'open' | 'expired' | 'authorized' | 'released' | 'paid' | 'refunded'>
    paid_minor: Generated<number>
    refunded_minor: Generated<number>
    fee_minor: number | null
    created_at: string
    read_at: string | null
    booking_version: number | null
    readings: Generated<number>
    invoice_id: string | null
    excess_minor: Generated<number>
    return_minor: Generated<number>
    payment_id: string | null
    saved_card_id: string | null
  }
  card_payouts: {
    id: string
    studio_id: string
    state: 'on_its_way' | 'paid' | 'failed' | null
    amount_minor: Generated<number>
    currency: string | null
    arrives_on: string | null
    created_at: string | null
    posted_minor: Generated<number>
    readings: Generated<number>
  }
  change_requests: {
    id: Generated<string>
    booking_id: string
    studio_id: string
    client_id: string
    holds: Generated<boolean>
    booking_date: string
    start_time: string
    end_time: string
    ends_next_day: Generated<boolean>
    starts_at: string
    ends_at: string
    service_type: string
    price_minor: number | null
    currency: string | null
    created_at: Generated<string>
    expires_at: string
    people: number | null
    price_lines: ColumnType<unknown, string | undefined, string>
    days: Generated<number>
  }
  client_checkins: {
    id: Generated<string>
    studio_id: string
    client_id: string | null
    booking_id: string | null
    checked_in_by: string | null
    check_in_time: Generated<string>
    check_out_time: string | null
    checked_out_by: string | null
    notes: string | null
    version: Generated<number>
    changed_at: Generated<string>
  }
  client_claims: {
    id: Generated<string>
    studio_id: string
    client_id: string
    user_id: string
    state: 'open' | 'refused' | 'accepted' | 'declined' | 'undone'
    created_at: string
    answered_at: string | null
  }
  client_invitations: {
    id: Generated<string>
    studio_id: string
    client_id: string | null
    address_mac: string
    token_hash: string
    invited_by: string | null
    created_at: string
    expires_at: string
    accepted_at: string | null
  }
  client_records: {
    studio_id: string
    id: Generated<string>
    user_id: string | null
    name: string | null
    email: string | null
    phone: string | null
    company: string | null
    notes: Generated<string>
    tags: Generated<string[]>
    language: string | null
    created_by: string | null
    created_at: Generated<string>
    updated_at: Generated<string>
    removed_at: string | null
    version: Generated<number>
    reminders: Generated<boolean>
    follow_ups: Generated<boolean>
    import_id: string | null
    email_bounced_at: string | null
    bounced_email: string | null
    messages_blocked_at: string | null
    erased_at: string | null
    tax_number: string | null
    reverse_charge: Generated<boolean>
    rates: ColumnType<unknown, string | undefined, string>
  }
  connected_calendars: {
    id: Generated<string>
    studio_id: string
    resource_id: string
    owner_id: string | null
    label: string
    secret: string | null
    host: string
    etag: string | null
    last_modified: string | null
    read_at: string | null
    full_read_at: string | null
    checked_at: string | null
    next_at: string
    failing_since: string | null
    problem: string | null
    warned_at: string | null
    times_count: Generated<number>
    is_cut: Generated<boolean>
    created_at: Generated<string>
    kind: Generated<'ics' | 'caldav' | 'google' | 'microsoft'>
    blocks: Generated<boolean>
    state: string | null
    receives: Generated<boolean>
    busy_until: string | null
    write_at: string | null
    write_failures: Generated<number>
    write_problem: string | null
    grant_id: string | null
    needs_consent: Generated<boolean>
    wait_until: string | null
    channel_id: string | null
    channel_hash: string | null
    channel_resource: string | null
    channel_renew_at: string | null
    ended_at: string | null
  }
  contact_requests: {
    id: string
    name: string
    email: string
    company: string | null
    topic: 'demo' | 'sales' | 'support' | 'other'
    message: string
    user_id: string | null
    created_at: string
  }
  conversation_messages: {
    id: Generated<string>
    conversation_id: string
    studio_id: string
    client_id: string
    seq: number
    from_studio: boolean
    author_id: string | null
    body: string
    created_at: Generated<string>
    via: Generated<'product' | 'mail'>
    unproven_from: string | null
    mail_key: string | null
    mail_from_mac: string | null
    account_id: string | null
  }
  conversation_reads: {
    id: Generated<string>
    conversation_id: string
    studio_id: string
    client_id: string
    user_id: string
    seq: number
    read_at: Generated<string>
  }
  conversations: {
    id: Generated<string>
    studio_id: string
    client_id: string
    project_id: string | null
    messages: Generated<number>
    last_from_client: Generated<number>
    last_from_studio: Generated<number>
    created_at: Generated<string>
    last_message_at: Generated<string>
    mailed_to_client: Generated<number>
    mailed_to_client_at: string | null
    mailed_to_studio: Generated<number>
    mailed_to_studio_at: string | null
  }
  days_off: {
    id: Generated<string>
    studio_id: string
    resource_id: string
    first_date: string
    last_date: string
    from_time: string | null
    to_time: string | null
    note: string | null
    created_by: string | null
    created_at: Generated<string>
  }
  discounts: {
    id: Generated<string>
    studio_id: string
    code: string
    percent: number | null
    amount_minor: number | null
    currency: string | null
    service_types: string[] | null
    first_date: string | null
    last_date: string | null
    max_uses: number | null
    max_uses_per_client: number | null
    uses: Generated<number>
    is_active: Generated<boolean>
    created_at: Generated<string>
    version: Generated<number>
  }
  idempotency_keys: {
    user_id: string
    key: string
    fingerprint: string
    answer: ColumnType<unknown, string | null, string | null>
    created_at: Generated<string>
    asked_as: string | null
  }
  imports: {
    id: Generated<string>
    studio_id: string
    created_by: string | null
    created_at: Generated<string>
    created: number
    undone_at: string | null
    kind: 'clients' | 'services' | 'bookings' | 'projects'
    created_clients: Generated<number>
  }
  invitations: {
    id: Generated<string>
    studio_id: string
    email: string
    full_name: string
    role: Generated<string>
    token_hash: string
    invited_by: string | null
    created_at: Generated<string>
    sent_at: Generated<string>
    expires_at: string
    resent_at: Generated<string[]>
    accepted_at: string | null
    accepted_by: string | null
    declined_at: string | null
    revoked_at: string | null
    at_desk: Generated<boolean>
  }
  invoice_emails: {
    id: Generated<string>
    studio_id: string
    invoice_id: string
    kind: 'invoice' | 'reminder' | 'receipt'
    days: number | null
    payment_id: string | null
    delivery_id: string | null
    created_at: Generated<string>
  }
  invoice_lines: {
    invoice_id: string
    position: number
    studio_id: string
    booking_id: string | null
    booking_line: number | null
    is_billed: Generated<boolean>
    service_on: string | null
    description: string
    unit: 'hour' | 'session' | 'half_day' | 'day' | 'person' | 'piece'
    quantity: number
    unit_price_minor: number
    amount_minor: number
    tax_rate_bp: Generated<number>
    net_minor: number
    tax_minor: number
  }
  invoice_links: {
    id: Generated<string>
    studio_id: string
    invoice_id: string
    created_at: Generated<string>
    expires_at: string
    revoked_at: string | null
  }
  invoice_settings: {
    studio_id: string
    legal_name: Generated<string>
    address: Generated<string>
    tax_number: Generated<string>
    bank_holder: Generated<string>
    iban: Generated<string>
    bic: Generated<string>
    footer: Generated<string>
    payment_days: Generated<number>
    number_prefix: Generated<string>
    credit_note_prefix: Generated<string>
    first_number: Generated<number>
    first_number_year: number | null
    desk_takes_cash: Generated<boolean>
    reminder_days: Generated<number[]>
    version: Generated<number>
    sends_receipts: Generated<boolean>
  }
  invoices: {
    id: Generated<string>
    studio_id: string
    client_id: string | null
    kind: Generated<string>
    corrects_id: string | null
    number: string | null
    number_year: number | null
    number_in_year: number | null
    currency: string
    prices_include_tax: Generated<boolean>
    net_minor: Generated<number>
    tax_minor: Generated<number>
    total_minor: Generated<number>
    note: Generated<string>
    reason: Generated<string>
    seller: ColumnType<unknown, string | null, string | null>
    buyer: ColumnType<unknown, string, string>
    issued_on: string | null
    due_on: string | null
    issued_at: string | null
    sent_at: string | null
    voided_at: string | null
    closing_reason: string | null
    created_at: Generated<string>
    version: Generated<number>
    policies: Generated<string[]>
  }
  ledger_entries: {
    studio_id: string
    event_key: string
    position: number
    kind: 'session_earned' | 'invoice_issued' | 'invoice_voided' | 'credit_note_issued' | 'payment_received' | 'payment_refunded' | 'credit_given' | 'credit_used' | 'credit_paid_out' | 'adjustment' | 'written_off' | 'fee_charged' | 'fee_waived' | 'deposit_held' | 'deposit_applied' | 'deposit_earned' | 'deposit_returned' | 'processor_fee' | 'payout' | 'dispute_opened' | 'dispute_ended' | 'package_sold' | 'package_drawn' | 'package_returned'
    cause_id: string
    currency: string
    occurred_on: string
    recorded_at: Generated<string>
    account: 'receivable' | 'unbilled' | 'cash' | 'bank' | 'outside' | 'card_clearing' | 'revenue' | 'fees' | 'tax_payable' | 'deposits_held' | 'packages_held' | 'credit' | 'write_off' | 'adjustments' | 'processor_fees' | 'disputes'
    amount_minor: number
    client_id: string | null
    invoice_id: string | null
    booking_id: string | null
  }
  legal_texts: {
    id: Generated<string>
    studio_id: string | null
    kind: string
    text: string
    updated_at: Generated<string>
    version: Generated<number>
  }
  mail_deliveries: {
    id: string
    studio_id: string | null
    user_id: string | null
    kind: 'welcome' | 'studio_created' | 'staff_invitation' | 'role_invitation' | 'request_approved' | 'request_rejected' | 'trial_ending' | 'trial_expired' | 'payment_failed' | 'plan_ended' | 'test' | 'conversation' | 'invoice' | 'invoice_reminder' | 'receipt' | 'agreement' | 'operator_letter' | 'trial_extended' | 'owner_view'
    state: 'waiting' | 'sent' | 'failed' | 'skipped'
    tries: number
    last_error: string | null
    created_at: string
    sent_at: string | null
    invitation_id: string | null
    client_id: string | null
    address_mac: string | null
  }
  message_files: {
    id: Generated<string>
    studio_id: string
    client_id: string
    message_id: string | null
    position: Generated<number>
    uploaded_by: string | null
    upload_key: string
    name: string
    content_type: string
    size_bytes: number
    file_key: string
    preview_key: string | null
    created_at: Generated<string>
  }
  notices: {
    id: Generated<string>
    user_id: string
    studio_id: string
    actor_id: string | null
    kind: 'invitation' | 'role_request' | 'request_answered' | 'booking_request' | 'booking_changed' | 'mention' | 'task' | 'plan' | 'domain' | 'claim' | 'sender' | 'dispute' | 'webhook' | 'calendar' | 'owner_view' | 'session_moved'
    subject_id: string | null
    data: ColumnType<unknown, string | undefined, string>
    link: string
    created_at: Generated<string>
    read_at: string | null
  }
  opening_exceptions: {
    studio_id: string
    date: string
    position: Generated<number>
    opens: string | null
    closes: string | null
    closes_next_day: Generated<boolean>
    note: string | null
  }
  opening_hours: {
    studio_id: string
    weekday: number
    opens: string
    closes: string
    closes_next_day: Generated<boolean>
  }
  operator_letters: {
    id: Generated<string>
    studio_id: string
    subject: string
    body: string
    created_at: Generated<string>
  }
  owner_views: {
    session_id: string
    studio_id: string
    started_at: Generated<string>
    ends_at: string
  }
  packages: {
    id: Generated<string>
    studio_id: string
    name: string
    minutes: number
    price_minor: number
    currency: string
    valid_days: number | null
    service_types: string[] | null
    is_active: Generated<boolean>
    created_at: Generated<string>
    version: Generated<number>
  }
  partnership_applications: {
    id: string
    companyName: string
    contactName: string
    email: string
    phone: string
    partnershipType: 'technology' | 'referral' | 'reseller' | 'integration' | 'other'
    message: string
    user_id: string | null
    created_at: string
  }
  payment_events: {
    id: string
    type: string
    studio_id: string
    happened_at: string
    received_at: string
    account_id: string | null
    payment_id: string | null
    object_ids: Generated<string[]>
    done_at: string | null
    failed_at: string | null
    error: string | null
  }
  payments: {
    id: Generated<string>
    studio_id: string
    client_id: string | null
    invoice_id: string | null
    booking_id: string | null
    kind: 'payment' | 'refund' | 'credit' | 'payout'
    method: 'cash' | 'bank' | 'outside' | 'card' | 'credit'
    amount_minor: number
    currency: string
    paid_on: string
    note: Generated<string>
    created_by: string | null
    created_at: Generated<string>
  }
  pictures: {
    id: Generated<string>
    studio_id: string
    service_key: string | null
    resource_id: string | null
    position: number
    url: string
    small_url: string
    alt: Generated<string>
    created_at: Generated<string>
  }
  production_cards: {
    id: Generated<string>
    studio_id: string
    client_id: string
    project_id: string
    title: string
    description: Generated<string>
    priority: Generated<'low' | 'medium' | 'high'>
    phase: Generated<'pre_production' | 'production' | 'post_production' | 'distribution' | 'analytics'>
    status: Generated<'active' | 'in_review' | 'complete' | 'blocked'>
    ai_assist: Generated<boolean>
    assigned_agent: 'stu' | 'crea' | 'tad' | null
    phase_history: ColumnType<unknown, string | undefined, string>
    position: number
    is_sample: Generated<boolean>
    created_by: string | null
    created_at: Generated<string>
    updated_at: Generated<string>
    version: Generated<number>
  }
  profiles: {
    id: string
    full_name: string | null
    phone: string | null
    created_at: Generated<string>
    avatar_source: Generated<'provider' | 'upload' | 'none'>
    avatar_key: string | null
  }
  projects: {
    id: Generated<string>
    studio_id: string
    client_id: string
    title: string
    description: Generated<string>
    project_type: 'podcast' | 'video' | 'ad' | 'music' | 'voiceover' | 'other'
    status: Generated<'draft' | 'active' | 'on_hold' | 'completed' | 'cancelled'>
    phase: Generated<'pre_production' | 'production' | 'post_production' | 'distribution' | 'analytics'>
    phase_history: ColumnType<unknown, string | undefined, string>
    is_sample: Generated<boolean>
    created_by: string | null
    created_at: Generated<string>
    updated_at: Generated<string>
    version: Generated<number>
    import_id: string | null
    import_key: string | null
  }
  push_devices: {
    id: Generated<string>
    user_id: string
    session_id: string
    endpoint_hash: string
    secret: string
    host: string
    public_key: string
    created_at: Generated<string>
  }
  push_settings: {
    user_id: string
    muted: Generated<string[]>
    quiet_from: string | null
    quiet_until: string | null
    timezone: string | null
  }
  reservations: {
    booking_id: string | null
    resource_id: string
    studio_id: string
    during: string
    holds: boolean
    part: Generated<number>
    change_request_id: string | null
    requested: ColumnType<boolean, never, never>
    visitor_hold_id: string | null
    expires_at: string | null
    holder_id: ColumnType<string, never, never>
  }
  resource_hours: {
    resource_id: string
    studio_id: string
    weekday: number
    opens: string
    closes: string
    closes_next_day: Generated<boolean>
  }
  resources: {
    id: Generated<string>
    studio_id: string
    kind: 'room' | 'person' | 'equipment'
    name: string
    position: number
    is_active: Generated<boolean>
    setup_minutes: Generated<number>
    teardown_minutes: Generated<number>
    user_id: string | null
    created_at: Generated<string>
    color: string | null
    archived_at: string | null
    has_own_hours: Generated<boolean>
    version: Generated<number>
    details: string | null
  }
  saved_cards: {
    id: string
    studio_id: string
    client_id: string
    account_id: string
    customer_id: string | null
    checkout_id: string | null
    payment_method_id: string | null
    brand: string | null
    last4: string | null
    exp_month: number | null
    exp_year: number | null
    mandate: string
    state: Generated<'open' | 'expired' | 'saved' | 'removed'>
    created_at: string
    saved_at: string | null
    removed_at: string | null
    detached_at: string | null
  }
  schema_migrations: {
    version: number
    name: string
    checksum: string
    applied_at: Generated<string>
  }
  sold_packages: {
    id: Generated<string>
    studio_id: string
    client_id: string | null
    name: string
    minutes: number
    used_minutes: Generated<number>
    earned_minutes: Generated<number>
    price_minor: number
    net_minor: number
    currency: string
    service_types: string[] | null
    last_date: string | null
    invoice_id: string | null
    sold_at: Generated<string>
    ended_at: string | null
    version: Generated<number>
  }
  studio_ai_agents: {
    id: Generated<string>
    studio_id: string
    ai_agent_id: string
    is_active: Generated<boolean>
    created_at: Generated<string>
  }
  studio_exports: {
    id: Generated<string>
    studio_id: string
    requested_by: string | null
    state: Generated<'waiting' | 'ready' | 'failed'>
    created_at: string
    ended_at: string | null
    downloaded_at: string | null
    expires_at: string | null
    size_bytes: number | null
    parts: Generated<number>
  }
  studio_senders: {
    studio_id: string
    address: string
    domain: string
    selector: string
    private_key: string
    public_key: string
    next_selector: string | null
    next_private_key: string | null
    next_public_key: string | null
    verified_at: string | null
    checked_at: string | null
    checks: ColumnType<unknown, string | undefined, string>
    created_at: string
  }
  studio_services: {
    studio_id: string
    key: string
    label: string
    position: number
    is_active: Generated<boolean>
    default_minutes: number
    price_minor: number | null
    currency: string | null
    is_client_bookable: Generated<boolean>
    auto_confirm: Generated<boolean>
    min_minutes: number | null
    max_minutes: number | null
    description: string | null
    capacity: number | null
    step_minutes: number | null
    room_ids: string[] | null
    hide_without_price: Generated<boolean>
    pricing: ColumnType<unknown, string | undefined, string>
    reminder_hours: number[] | null
    bring: string | null
    text_hours: number[] | null
    person_ids: string[] | null
    person_title: string | null
    rooms_max: Generated<number>
    tax_key: string | null
    deposit: ColumnType<unknown, string | null, string | null>
    import_id: string | null
    import_hash: string | null
  }
  studio_slugs: {
    slug: string
    studio_id: string
    since: Generated<string>
  }
  studio_subscriptions: {
    studio_id: string
    tier: 'trial' | 'starter' | 'pro' | 'enterprise'
    status: 'trialing' | 'active' | 'past_due' | 'expired' | 'cancelled'
    provider: Generated<'manual' | 'stripe'>
    current_period_start: string
    current_period_end: string
    created_at: Generated<string>
    cancel_at_period_end: Generated<boolean>
    past_due_since: string | null
    announced_event: 'trial_ending' | 'trial_expired' | 'payment_failed' | 'plan_ended' | null
    stripe_customer_id: string | null
    stripe_subscription_id: string | null
    stripe_checkout_id: string | null
    readings: Generated<number>
    version: Generated<number>
    updated_at: Generated<string>
  }
  studios: {
    id: Generated<string>
    name: string
    slug: string
    custom_domain: string | null
    domain_verified_at: string | null
    type: 'recording' | 'video' | 'photo' | 'multi_purpose' | 'podcast'
    location: string | null
    contact_email: string | null
    contact_phone: string | null
    is_active: Generated<boolean>
    logo_url: string | null
    tagline: string | null
    background_image_url: string | null
    favicon_url: string | null
    hero_image_url: string | null
    voice_setting: Generated<'professional' | 'casual' | 'cinematic' | 'playful'>
    brand_colors: ColumnType<unknown, string | undefined, string>
    fonts: ColumnType<unknown, string | undefined, string>
    timezone: Generated<string>
    currency: Generated<string>
    approve_new_clients: Generated<boolean>
    cancellation_cutoff_hours: Generated<number>
    created_by: string | null
    created_at: Generated<string>
    updated_at: Generated<string>
    min_notice_minutes: Generated<number>
    booking_horizon_days: Generated<number>
    hours_version: Generated<number>
    services_version: Generated<number>
    suspended_at: string | null
    version: Generated<number>
    domain_token: string | null
    domain_missing_since: string | null
    opened_at: string | null
    open_requests_max: Generated<number>
    hours_ahead_max: Generated<number>
    request_expiry_hours: Generated<number>
    series_sessions_max: Generated<number>
    reminder_hours: Generated<number[]>
    crew_changes_sessions: Generated<boolean>
    follow_up_hours: number | null
    review_url: string | null
    crew_sees_contacts: Generated<boolean>
    links: Generated<string[]>
    shows_people: Generated<boolean>
    text_hours: Generated<number[]>
    page_shared_at: string | null
    setup_dismissed_at: string | null
    visitors_can_book: Generated<boolean>
    country: string | null
    cancellation_policy: ColumnType<unknown, string | undefined, string>
    taxes: ColumnType<unknown, string | undefined, string>
    week_starts_on: Generated<number>
    websites: Generated<string[]>
    crew_sees_prices: Generated<boolean>
  }
  tasks: {
    id: Generated<string>
    studio_id: string
    project_id: string | null
    title: string
    description: string | null
    priority: Generated<'low' | 'medium' | 'high' | 'urgent'>
    status: Generated<'pending' | 'in_progress' | 'completed' | 'cancelled'>
    phase: 'pre_production' | 'production' | 'post_production' | 'distribution' | 'analytics' | null
    due_date: string | null
    assigned_to: string | null
    created_by: string | null
    created_by_ai: Generated<boolean>
    created_at: Generated<string>
    updated_at: Generated<string>
    completed_at: string | null
    version: Generated<number>
  }
  terms_acceptances: {
    id: Generated<string>
    studio_id: string
    booking_id: string
    client_id: string
    terms_id: string
    way: 'booking' | 'link' | 'page'
    accepted_at: Generated<string>
    network_address: string | null
    agreement_id: string | null
  }
  terms_versions: {
    id: Generated<string>
    studio_id: string
    number: number
    text: string
    published_at: Generated<string>
    ended_at: string | null
    needs_signature: Generated<boolean>
    signed_services: string[] | null
  }
  text_consents: {
    studio_id: string
    client_id: string
    phone: string
    agreed_at: Generated<string>
    agreed_by: string | null
    via: 'client' | 'desk'
  }
  text_stops: {
    phone: string
    stopped_at: string
  }
  user_roles: {
    id: Generated<string>
    user_id: string
    role: 'super_admin' | 'studio_admin' | 'staff' | 'client' | 'partner'
    studio_id: string | null
    status: Generated<'pending' | 'active' | 'inactive'>
    requested_at: Generated<string>
    created_at: Generated<string>
    removed_at: string | null
    removed_by: string | null
    activated_at: Generated<string | null>
    client_of: ColumnType<string | null, never, never>
    at_desk: Generated<boolean>
    desk_taken_at: string | null
  }
  visitor_holds: {
    id: Generated<string>
    studio_id: string
    name: string
    email: string
    token_hash: string | null
    service_type: string
    booking_date: string
    start_time: string
    end_time: string
    ends_next_day: boolean
    days: number
    starts_at: string
    ends_at: string
    price_minor: number | null
    currency: string | null
    created_at: string
    expires_at: string
    user_id: string | null
    booking_id: string | null
    discount_code: string | null
  }
  webhook_changes: {
    id: Generated<number>
    studio_id: string
    kind: string
    object_id: string
    before: ColumnType<unknown, string | null, string | null>
    after: ColumnType<unknown, string | null, string | null>
    at: Generated<string>
  }
  webhook_deliveries: {
    id: Generated<string>
    webhook_id: string
    studio_id: string
    client_id: string | null
    event_id: string
    event: string
    at: string
    body: string | null
    state: Generated<'waiting' | 'delivered' | 'failed'>
    attempts: Generated<number>
    next_at: string | null
    attempted_at: string | null
    status: number | null
    answer: string | null
    problem: string | null
    duration_ms: number | null
    created_at: Generated<string>
  }
  webhooks: {
    id: Generated<string>
    studio_id: string
    label: string
    url: string
    events: string[]
    secret: string
    former_secret: string | null
    former_until: string | null
    is_active: Generated<boolean>
    ended_at: string | null
    answered_at: string | null
    created_at: Generated<string>
    version: Generated<number>
  }
  webinar_registrations: {
    id: string
    webinar: string
    email: string
    starts_at: string
    user_id: string | null
    created_at: string
  }
}
