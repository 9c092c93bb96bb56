-- Up Migration

-- The sentences of a publication that sound like claims, each with what shows it; null evidence if the owner says that it isn't one.
alter table shop.document_versions add column claims jsonb;
