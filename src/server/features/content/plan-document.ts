import { defineAct } from '#server/admin-api/define-act.ts'
import type { AdminDependencies } from '#server/admin-api/dependencies.ts'
import type { Database } from '#server/platform/db/database.ts'
import { storedName } from '#server/shop/files/file-store.ts'
import { type ActFacts, DecisionError, type PlannedAct } from '#server/shop/plan.ts'
import { contentApi } from '#shared/admin/content.ts'
import { writers } from '#shared/admin/names.ts'
import type { DocumentName } from '#shared/content/documents.ts'
import { emailsName } from '#shared/content/email-words.ts'
import { momentOf } from '#shared/dates.ts'
import type { Site } from '#shared/site.ts'
import { claimsOf } from './claims-of.ts'
import { DocumentFaulty, documentNotFound } from './document-errors.ts'
import { readVersion, type StoredDocument } from './document-rows.ts'
import { answeredClaims, answerSentences, findDraftClaims } from './draft-claims.ts'
import { findDraftFaults } from './draft-faults.ts'
import { withFixedFields } from './fixed-fields.ts'
import { findGuideFile } from './guide-file.ts'
import { cancelPublication, planPublication, readPlannedTime } from './planned-publications.ts'
import { differencesBetween, listDocuments, pathOf } from './read-documents.ts'
import { sentencesOf, shortened } from './sentences.ts'
import {
	discardUnpublished,
	dropDraft,
	findCurrent,
	publishDraft,
	refuseRelease,
	restoreVersion,
	takeRelease,
} from './write-documents.ts'

/** Says from when on others see what is published. */
function visible({ id }: DocumentName): string {
	return id === emailsName.id
		? 'Emails have these words from now on. The version before can be taken back.'
		: 'Visitors see it on the pages within about ten seconds. The version before can be taken back.'
}

const publishDocument = defineAct(contentApi['publish-document'], {
	does: 'shows the draft of a document to visitors, now or at a given time',
	log: 'Published words',
	roles: ['owner'],
	sensitive: true,
	plan: async ({ database, previews, config }, { version, at, claims: answers, ...name }, { by }) => {
		const { document, title } = await readCurrent(database, name, version)
		const { draft, published, planned_for: plannedFor } = document
		if (draft === null) throw new DecisionError('There is no draft to publish.')
		const time = at === undefined ? undefined : await readPlannedTime(database, at)
		const faults = await findDraftFaults(database, document)
		if (faults.length > 0) throw new DocumentFaulty(name, faults)
		const claims = answeredClaims(findDraftClaims(document), answers)
		await previews?.check(name, draft)
		const differences = differencesBetween(name, published, draft)
		return {
			will: [
				...(name.kind === 'article'
					? articleSentences(document, title, differences)
					: sentencesOf(title, differences)),
				...claimSentences(name, published, draft, config.site),
				...answerSentences(claims),
				...(plannedFor === null ? [] : [`It is then no longer planned for ${momentOf(plannedFor)}.`]),
				...(time === undefined
					? [visible(name)]
					: [
							`${name.id === emailsName.id ? 'Emails have these words' : 'Visitors see it'} from ${momentOf(time)}, London time, on. You can cancel that until then.`,
							'If anyone changes the draft before then, that cancels it, so only what you’ve checked is published.',
						]),
			],
			basis: [version, claims],
			execute: async (tx) => {
				if (time === undefined) {
					const now = await publishDraft(tx, name, { by, version, claims })
					return factsOf(document, { title, version: now, differences })
				}
				const now = await planPublication(tx, name, { by, version, at: time, claims })
				const facts = factsOf(document, { title, version: now, differences })
				return { ...facts, after: { ...facts.after, at: time.toISOString() } }
			},
		}
	},
})

const cancelPublicationAct = defineAct(contentApi['cancel-publication'], {
	does: 'cancels the planned publication of a draft',
	log: 'Cancelled a planned publication',
	roles: ['owner'],
	plan: async ({ database }, { version, ...name }, { by }) => {
		const { document, title } = await readCurrent(database, name, version)
		const { planned_for: plannedFor } = document
		if (plannedFor === null)
			throw new DecisionError('No publication is planned. It may already have happened.')
		return {
			will: [
				`Doesn’t publish ${title} at ${momentOf(plannedFor)}.`,
				'The draft stays as it is. Visitors see no change.',
			],
			basis: [version],
			execute: async (tx) => {
				const now = await cancelPublication(tx, name, { by, version })
				return factsOf(document, { title, version: now, differences: [] })
			},
		}
	},
})

const discardDraft = defineAct(contentApi['discard-draft'], {
	does: 'gives up the draft of a document; its history keeps it',
	log: 'Discarded a draft',
	roles: writers,
	plan: async (admin, { version, ...name }, { by }) => {
		const { database } = admin
		const { document, title } = await readCurrent(database, name, version)
		if (document.made !== null || (name.kind === 'article' && document.published === null))
			return await planDiscardForGood(admin, { document, title, by })
		if (document.published === null)
			throw new DecisionError('Visitors have never seen it, so there is nothing to go back to.')
		if (document.draft === null) return { will: [] }
		const count = differencesBetween(name, document.published, document.draft).length
		return {
			will: [
				`Gives up the draft of ${title}, which differs in ${count === 1 ? 'one place' : `${count} places`} from what visitors see.`,
				'Visitors see no change. The history keeps the draft, so you can take it back.',
			],
			basis: [version],
			execute: async (tx) => {
				const now = await dropDraft(tx, name, { by, version })
				return factsOf(document, { title, version: now, differences: [] })
			},
		}
	},
})

/** Plans to discard a guide that was made from a file and never published, and its file, or such an article. */
async function planDiscardForGood(
	{ database, files }: Pick<AdminDependencies, 'database' | 'files'>,
	{ document, title, by }: { document: StoredDocument; title: string; by: string },
): Promise<PlannedAct<null>> {
	const { kind, id, version, made } = document
	const file = await findGuideFile(database, made)
	return {
		will: [
			made === null
				? `Discards ${title} for good. Visitors have never seen it.`
				: `Discards ${title} and its file. Visitors have never seen it, and nobody has it.`,
		],
		basis: [version],
		execute: async (tx) => {
			const now = await discardUnpublished(tx, { kind, id }, { by, version })
			return factsOf(document, { title, version: now, differences: [] })
		},
		afterwards: async () => {
			if (file !== undefined) await files.remove(storedName(file.name, file.sha256))
		},
	}
}

const takeBackDocument = defineAct(contentApi['take-back-document'], {
	does: 'makes an older version of a document its draft; it is shown once it is published',
	log: 'Took words back',
	roles: writers,
	plan: async ({ database }, { version, restored, ...name }, { by }) => {
		const { document, title } = await readCurrent(database, name, version)
		const former = await readVersion(database, name, restored)
		const content = document.published === null ? former : withFixedFields(name, former, document.published)
		const differences = differencesBetween(name, document.draft ?? document.published, content)
		if (differences.length === 0) return { will: [], answer: { version } }
		return {
			will: [
				...sentencesOf(`The draft of ${title}`, differences),
				'Visitors see no change until you publish it.',
			],
			basis: [version],
			execute: async (tx) => {
				const now = await restoreVersion(tx, name, { by, version, restored })
				return { ...factsOf(document, { title, version: now, differences }), answer: { version: now } }
			},
		}
	},
})

const takeReleaseAct = defineAct(contentApi['take-release'], {
	does: 'replaces an owner’s words by those of the release, which the document then follows again',
	log: 'Took the words of the release',
	roles: ['owner'],
	sensitive: true,
	plan: async ({ database, previews, config }, { version, ...name }, { by }) => {
		const { document, title } = await readOffered(database, name, version)
		const { of_release: content, published, draft } = document
		await previews?.check(name, content)
		const differences = differencesBetween(name, published, content)
		return {
			will: [
				...sentencesOf(title, differences),
				...(draft === null ? [] : ['Gives up your draft too. The history keeps it.']),
				...claimSentences(name, published, content, config.site),
				'From now on, it follows the releases again until you change it.',
				visible(name),
			],
			basis: [version],
			execute: async (tx) => {
				const now = await takeRelease(tx, name, { by, version })
				return factsOf(document, { title, version: now, differences })
			},
		}
	},
})

const keepDocument = defineAct(contentApi['keep-document'], {
	does: 'keeps an owner’s words although a release says something new',
	log: 'Kept words although a release has others',
	roles: ['owner'],
	plan: async ({ database }, { version, ...name }, { by }) => {
		const { document, title } = await readOffered(database, name, version)
		return {
			will: [`Keeps ${title} as it is. You’re asked again once a later release says something new.`],
			basis: [version],
			execute: async (tx) => {
				const now = await refuseRelease(tx, name, { by, version })
				return factsOf(document, { title, version: now, differences: [] })
			},
		}
	},
})

export const documentActs = {
	'publish-document': publishDocument,
	'cancel-publication': cancelPublicationAct,
	'discard-draft': discardDraft,
	'take-back-document': takeBackDocument,
	'take-release': takeReleaseAct,
	'keep-document': keepDocument,
}

type Difference = ReturnType<typeof differencesBetween>[number]

/** Reads a document as the member has seen it. Throws `DocumentChanged` if it has changed since. */
export async function readCurrent(database: Pick<Database, 'query'>, name: DocumentName, version: number) {
	const [row] = await listDocuments(database, name)
	const document = await findCurrent(database, name, version)
	if (row === undefined || document === undefined) throw documentNotFound(name)
	return { document, title: row.title, asked: row.asked }
}

async function readOffered(database: Pick<Database, 'query'>, name: DocumentName, version: number) {
	const read = await readCurrent(database, name, version)
	if (!read.document.is_offered) throw new DecisionError('The release has nothing new for it.')
	return read
}

/** Says what the publication of an article changes. */
function articleSentences(
	document: StoredDocument,
	title: string,
	differences: readonly Difference[],
): string[] {
	const path = pathOf(document)
	if (document.published === null)
		return [
			`Shows “${title}” at ${path}, in the list of articles and in its feed. The address stays from now on.`,
		]
	return [
		...sentencesOf(title, differences),
		...(document.is_off ? [`Shows it at ${path} again.`] : []),
		'The page says that it was changed today.',
	]
}

/** Says which words are marketing claims that visitors see only once they have been confirmed again. */
function claimSentences(
	name: DocumentName,
	before: unknown,
	after: unknown,
	{ marketingClaims: shown }: Pick<Site, 'marketingClaims'>,
): string[] {
	const former = claimsOf(name, before)
	return claimsOf(name, after)
		.filter(({ id, text }) => !former.some((claim) => claim.id === id && claim.text === text))
		.map(({ id, text }) =>
			shown.includes(id)
				? `“${shortened(text, 80)}” is a claim, and visitors see it at once: the settings (CONFIRMED_MARKETING_CLAIMS) confirm it, whatever it says. Be sure that you can prove it.`
				: `“${shortened(text, 80)}” is a claim: visitors see it once you confirm it under Products, Claims.`,
		)
}

/** Returns what the log says of an act. */
export function factsOf(
	{ kind, id, version: before }: StoredDocument,
	{ title, version, differences }: { title: string; version: number; differences: readonly Difference[] },
): ActFacts {
	const words = (which: 'before' | 'after') =>
		Object.fromEntries(
			differences.slice(0, 10).map((difference) => [difference.field, shortened(difference[which] ?? '')]),
		)
	return {
		details: { kind, id, title, version },
		before: { version: before, ...words('before') },
		after: { version, ...words('after') },
	}
}
