import { z } from 'zod'
import { reading, saving } from '#server/admin-api/operation.ts'
import { one } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DecisionError } from '#server/shop/plan.ts'
import { contentApi } from '#shared/admin/content.ts'
import { writers } from '#shared/admin/names.ts'
import { emailsName } from '#shared/content/email-words.ts'
import { findDocument } from './document-rows.ts'
import { findDraftClaims } from './draft-claims.ts'
import { articleActs } from './plan-article.ts'
import { documentActs } from './plan-document.ts'
import { requestActs } from './plan-request.ts'
import { compareVersion, faultsOf, listDocuments, listVersions, readDocument } from './read-documents.ts'
import { findCurrent, saveDraft } from './write-documents.ts'

export const contentOperations = {
	documents: reading(contentApi.documents, {
		does: 'lists the documents with the words of the shop: whether each was edited, has a draft, or has new words from a release',
		roles: writers,
		read: async ({ database }) => ({ rows: await listDocuments(database) }),
	}),
	document: reading(contentApi.document, {
		does: 'shows the words of a document, its fields, and what keeps its draft from being published',
		roles: writers,
		read: async ({ database }, name) => await readDocument(database, name),
	}),
	'document-history': reading(contentApi['document-history'], {
		does: 'lists the versions of a document',
		roles: writers,
		read: async ({ database }, name) => ({ rows: await listVersions(database, name) }),
	}),
	'document-differences': reading(contentApi['document-differences'], {
		does: 'shows what a version of a document has changed, and what it says other than what is published',
		roles: writers,
		read: async ({ database }, { version, ...name }) => await compareVersion(database, name, version),
	}),
	'draft-claims': reading(contentApi['draft-claims'], {
		does: 'lists the new or changed sentences of a draft that sound like claims, each of which publishing asks about',
		roles: writers,
		read: async ({ database }, { version, ...name }) => {
			const document = await findCurrent(database, name, version)
			return { rows: document === undefined ? [] : findDraftClaims(document) }
		},
	}),
	'preview-document': reading(contentApi['preview-document'], {
		does: 'returns an address of the shop at which the draft of a document is shown for an hour; refused if it can’t be rendered',
		roles: writers,
		read: async ({ previews }, name) => {
			if (name.id === emailsName.id)
				throw new DecisionError(
					'No page shows these words. The examples of emails can have those of the draft.',
				)
			if (previews === undefined)
				throw new DecisionError(
					'Pages can’t be previewed while they are being developed: start the built shop.',
				)
			return await previews.begin(name)
		},
	}),
	'save-document': saving(contentApi['save-document'], {
		does: 'saves the draft of a document; refused if somebody else has changed it since the given version',
		roles: writers,
		save: async ({ database }, { version, content, ...name }, { name: by }) =>
			await database.asServer(async (tx) => {
				const saved = await saveDraft(tx, name, { by, version, content })
				const document = await findDocument(tx, name)
				const { at } = await one(tx, sql`select now() as at`, z.object({ at: z.date() }))
				return {
					version: saved,
					has_draft: document?.draft != null,
					saved_at: at,
					faults: document === undefined ? [] : await faultsOf(tx, document),
				}
			}),
	}),
	...documentActs,
	...requestActs,
	...articleActs,
}
