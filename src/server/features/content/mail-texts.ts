import type { Database } from '#server/platform/db/database.ts'
import { emailsName, mailTextsIn } from '#shared/content/email-words.ts'
import type { MailTexts } from '#shared/mail-texts.ts'
import { findDocument } from './document-rows.ts'

/** Reads the words of the emails: those that are published or, for a preview, those of the draft. */
export async function readMailTexts(
	database: Pick<Database, 'query'>,
	{ ofDraft = false }: { ofDraft?: boolean } = {},
): Promise<MailTexts> {
	const document = await findDocument(database, emailsName)
	return mailTextsIn(ofDraft ? (document?.draft ?? document?.published) : document?.published)
}
