import type { Database } from '#server/platform/db/database.ts'
import { readShopName } from '#server/shop/shop-name.ts'
import { emailsName, mailTextsIn, namedMailTexts } from '#shared/content/email-words.ts'
import type { NamedMailTexts } from '#shared/mail-texts.ts'
import { findDocument } from './document-rows.ts'

/** Reads the words of the emails: those that are published or, for a preview, those of the draft. */
export async function readMailTexts(
	database: Pick<Database, 'query'>,
	{ ofDraft = false }: { ofDraft?: boolean } = {},
): Promise<NamedMailTexts> {
	const document = await findDocument(database, emailsName)
	const texts = mailTextsIn(ofDraft ? (document?.draft ?? document?.published) : document?.published)
	return namedMailTexts(texts, await readShopName(database))
}
