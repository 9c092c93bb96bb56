-- Up Migration

-- A draft saves itself, each time with a whole copy of the document. The history keeps the last of several savings in a row, and the newest
-- drafts: `forgetDrafts` in `document-rows.ts`. Everything else that happened to a document stays for ever.
grant delete on shop.document_versions to shop_jobs;
create policy document_versions_forgotten on shop.document_versions as restrictive for delete to shop_jobs
	using (change in ('saved', 'restored', 'discarded'));
