-- Up Migration

-- Further files of a guide that an edition leaves out, because they are still of the edition before. Those who know them may still download
-- them; pages no longer offer them.
alter table shop.editions add column left_out text[] not null default '{}';
