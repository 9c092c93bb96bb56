import { z } from 'zod'
import { defineAct } from '#server/admin-api/define-act.ts'
import type { Database } from '#server/platform/db/database.ts'
import { one } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DecisionError, PlanChanged, type PlannedAct } from '#server/shop/plan.ts'
import { contentApi } from '#shared/admin/content.ts'
import { writers } from '#shared/admin/names.ts'
import { reservedSlugs } from '#shared/content/article.ts'
import { isRecord } from '#shared/json.ts'
import { articlePath } from '#shared/paths.ts'
import { slugOf } from '#shared/slug.ts'
import { documentNotFound } from './document-errors.ts'
import { addDocument, findDocument, lockDocuments } from './document-rows.ts'
import { decideDocument } from './write-documents.ts'

type Reader = Pick<Database, 'query'>

const newArticle = defineAct(contentApi['new-article'], {
	does: 'begins an article, whose address is made from its title unless another is given',
	log: 'Began an article',
	roles: writers,
	plan: async ({ database }, { title, slug: given }, { by }) => {
		const { slug } = await nextNames(database, title, given)
		return {
			will: [
				`Begins the article “${title}”, which will be at ${articlePath({ slug })}. Visitors see nothing until it’s published.`,
			],
			execute: async (tx) => {
				await lockDocuments(tx)
				const { id, slug: now } = await nextNames(tx, title, given)
				if (now !== slug) throw new PlanChanged()
				const draft = {
					title,
					slug,
					summary: '',
					author: '',
					text: [],
					picture: [],
					sources: [],
					related: [],
				}
				await addDocument(tx, { kind: 'article', id }, { change: 'saved', by, draft })
				return { answer: { id }, details: { kind: 'article', id, title, version: 1 } }
			},
		}
	},
})

const takeOffArticle = defineAct(contentApi['take-off-article'], {
	does: 'takes a published article off the site; its draft and its history stay',
	log: 'Took an article off the site',
	roles: ['owner'],
	sensitive: true,
	plan: async ({ database }, { id }, { by }) => await planVisibility(database, { id, by, isOff: true }),
})

const putBackArticle = defineAct(contentApi['put-back-article'], {
	does: 'shows an article again that was taken off the site, as it was published',
	log: 'Put an article back',
	roles: ['owner'],
	sensitive: true,
	plan: async ({ database }, { id }, { by }) => await planVisibility(database, { id, by, isOff: false }),
})

export const articleActs = {
	'new-article': newArticle,
	'take-off-article': takeOffArticle,
	'put-back-article': putBackArticle,
}

async function planVisibility(
	database: Database,
	{ id, by, isOff }: { id: string; by: string; isOff: boolean },
): Promise<PlannedAct<null>> {
	const { title, path, isOff: wasOff } = await readPublished(database, id)
	if (wasOff === isOff) return { will: [] }
	return {
		will: isOff
			? [
					`Takes “${title}” off the site within about ten seconds: visitors read “Page not found” at ${path}.`,
					'The list of articles, the sitemap and the feed don’t have it any more. Whoever has read it in a feed may keep it there.',
					'You can put it back at any time.',
				]
			: [`Shows “${title}” at ${path} again within about ten seconds, as it was published last.`],
		execute: async (tx) => {
			await lockDocuments(tx)
			if ((await readPublished(tx, id)).isOff !== wasOff) throw new PlanChanged()
			const { at } = await one(tx, sql`select now() as at`, z.object({ at: z.date() }))
			await decideDocument(
				tx,
				{ kind: 'article', id },
				{
					by,
					change: isOff ? 'taken off the site' : 'put back',
					decided: { offSale: isOff ? { by, at: at.toISOString(), isGone: true } : undefined },
				},
			)
			return { details: { kind: 'article', id, title }, before: { shown: wasOff }, after: { shown: !isOff } }
		},
	}
}

async function readPublished(database: Reader, id: string) {
	const name = { kind: 'article', id } as const
	const document = await findDocument(database, name)
	if (document === undefined || document.is_withdrawn) throw documentNotFound(name)
	const { published, is_off: isOff } = document
	if (!isRecord(published)) throw new DecisionError('It hasn’t been published yet.')
	return { title: String(published.title), path: articlePath({ slug: String(published.slug) }), isOff }
}

/** Returns the next free number, and an address that no article has. Throws `DecisionError` if the one that was given is taken. */
async function nextNames(database: Reader, title: string, given: string | undefined) {
	const { id, slugs } = await one(
		database,
		sql`
		select (1 + coalesce(max(id::integer), 0))::text as id,
			array_remove(array_agg(coalesce(published, draft) ->> 'slug')
				filter (where published is not null or withdrawn_at is null), null) as slugs
		from shop.documents where kind = 'article'`,
		z.object({ id: z.string(), slugs: z.array(z.string()).nullable() }),
	)
	const taken = [...(slugs ?? []), ...reservedSlugs]
	if (given !== undefined) {
		if (taken.includes(given))
			throw new DecisionError(`Another article has the address ${articlePath({ slug: given })}.`)
		return { id, slug: given }
	}
	const suggested = slugOf(title, 'article')
	let slug = suggested
	for (let count = 2; taken.includes(slug); count += 1) slug = `${suggested}-${count}`
	return { id, slug }
}
