-- Two records of one client become one: what belongs to the one moves to the other (docs/decisions/0093).
alter table production_cards drop constraint cards_follow_their_project,
  add constraint cards_follow_their_project foreign key (project_id, studio_id, client_id)
    references projects (id, studio_id, client_id) on update cascade on delete cascade;
alter table card_comments drop constraint comments_follow_their_card,
  add constraint comments_follow_their_card foreign key (card_id, studio_id, client_id)
    references production_cards (id, studio_id, client_id) on update cascade on delete cascade;
alter table card_files drop constraint files_follow_their_card,
  add constraint files_follow_their_card foreign key (card_id, studio_id, client_id)
    references production_cards (id, studio_id, client_id) on update cascade on delete cascade;
alter table bookings drop constraint bookings_follow_their_project,
  add constraint bookings_follow_their_project foreign key (project_id, studio_id, client_id)
    references projects (id, studio_id, client_id) on update cascade on delete set null (project_id);

-- Jobs alone move rows between clients; requests never do.
grant update (client_id) on projects, bookings, booking_series, change_requests, client_checkins, audit_texts,
  booking_messages to studiohub_system;
grant delete on client_records to studiohub_system;
