-- Up Migration

alter table shop.discount_codes drop constraint discount_codes_percent_off_check;
alter table shop.discount_codes add constraint discount_codes_percent_off_check check (percent_off between 1 and 100);
