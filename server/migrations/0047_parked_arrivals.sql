-- What a provider said of a person is now sealed in `secrets` until the exchange, for sign-ins and for links.
alter table auth.flow_states drop column linking_identity;
