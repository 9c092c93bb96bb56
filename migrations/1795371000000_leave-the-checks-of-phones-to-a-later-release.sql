-- Up Migration

-- Both also restrict columns that servers of the last release write. A later release may add them again.
alter table auth.users drop constraint users_anonymous_has_no_phone;
alter table auth.mfa_factors drop constraint mfa_factors_phone_check;
