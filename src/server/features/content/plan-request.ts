import { defineAct } from '#server/admin-api/define-act.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DecisionError } from '#server/shop/plan.ts'
import { contentApi } from '#shared/admin/content.ts'
import { writers } from '#shared/admin/names.ts'
import { momentOf } from '#shared/dates.ts'
import { DocumentFaulty } from './document-errors.ts'
import { asJson, changeDocument } from './document-rows.ts'
import { findDraftFaults } from './draft-faults.ts'
import { factsOf, readCurrent } from './plan-document.ts'
import { lockVersion } from './write-documents.ts'

const askToPublish = defineAct(contentApi['ask-to-publish'], {
	does: 'asks the owners to publish the draft of a document',
	log: 'Asked for a publication',
	roles: writers,
	plan: async ({ database, clock }, { version, note, ...name }, { by }) => {
		const { document, title, asked } = await readCurrent(database, name, version)
		if (document.draft === null) throw new DecisionError('There is no draft to publish.')
		const faults = await findDraftFaults(database, document)
		if (faults.length > 0) throw new DocumentFaulty(name, faults)
		if (asked !== null) return { will: [] }
		return {
			will: [
				`Asks the owners to publish the draft of ${title}. They’re emailed, and it stands on their first page.`,
				'If anyone changes the draft before then, that takes it back, so only what you’ve finished is published.',
			],
			basis: [version],
			execute: async (tx) => {
				await lockVersion(tx, name, version)
				const now = await changeDocument(tx, name, {
					change: 'publication requested',
					by,
					set: sql`decisions = decisions || ${asJson({ asked: { by, at: clock.now().toISOString(), note } })}`,
				})
				return factsOf(document, { title, version: now, differences: [] })
			},
		}
	},
})

const endRequest = defineAct(contentApi['end-request'], {
	does: 'takes back, or turns down, the request to publish the draft of a document',
	log: 'Ended a request for a publication',
	roles: writers,
	plan: async ({ database }, { version, ...name }, { by }) => {
		const { document, title, asked } = await readCurrent(database, name, version)
		if (asked === null) throw new DecisionError('Nobody asks for it any more.')
		return {
			will: [
				`Doesn’t publish the draft of ${title}, for which ${asked.by} asked on ${momentOf(new Date(asked.at))}.`,
				'The draft stays as it is. Visitors see no change.',
			],
			basis: [version],
			execute: async (tx) => {
				await lockVersion(tx, name, version)
				const now = await changeDocument(tx, name, {
					change: 'request ended',
					by,
					set: sql`decisions = decisions - 'asked'`,
				})
				return factsOf(document, { title, version: now, differences: [] })
			},
		}
	},
})

export const requestActs = { 'ask-to-publish': askToPublish, 'end-request': endRequest }
