import { z } from 'zod'
import { articleSchema } from '#shared/content/article.ts'
import { documentNameSchema } from '#shared/content/documents.ts'
import { formFieldSchema } from '#shared/content/form.ts'
import { instant, londonTime } from '#shared/instant.ts'
import { acts, reads, saves } from './declare.ts'
import { evidence } from './products.ts'

const name = documentNameSchema.shape
const version = z.int().positive()

/** What of a document has changed: which field, and its words before and after. */
const difference = z.object({
	/** The titles of the fields that lead to it, such as "Its page, Questions, 2, Answer". */
	field: z.string(),
	before: z.string().nullable(),
	after: z.string().nullable(),
})

/** Why a draft can't be published. */
const fault = z.object({
	/** The names and indexes that lead to the field; empty for the whole document. */
	path: z.string(),
	field: z.string(),
	says: z.string(),
})

/** What an owner says of a sentence that sounds like a claim. */
const claimAnswer = z.strictObject({
	sentence: z.string(),
	/** What shows it; null if it isn't a claim. */
	evidence: evidence.nullable(),
})

export type ClaimAnswer = z.infer<typeof claimAnswer>

export const answeredClaim = claimAnswer.extend({
	/** The titles of the field that it stands in. */
	field: z.string(),
})

export type AnsweredClaim = z.infer<typeof answeredClaim>

/** The request to publish a draft. */
const askedSchema = z.object({ by: z.string(), at: instant, note: z.string() })

export const documentRow = z.object({
	...name,
	/** What it is, in words. */
	title: z.string(),
	version: z.int(),
	/** Whether an owner has changed what the release of the software says. */
	is_edited: z.boolean(),
	has_draft: z.boolean(),
	/** Whether the release says something new that an owner has neither taken nor kept out. */
	is_offered: z.boolean(),
	/** When an owner first published it; null if none has. */
	published_at: instant.nullable(),
	/** Whether visitors can see it. */
	is_published: z.boolean(),
	/** When its draft is published by itself; null if that isn't planned. */
	planned_for: instant.nullable(),
	/** Who has asked an owner to publish its draft, and what they say of it; null if nobody has. */
	asked: askedSchema.nullable(),
	/** What happened last, by whom and when. */
	change: z.string(),
	changed_by: z.string(),
	changed_at: instant,
})

export const contentApi = {
	documents: reads({}, z.object({ rows: z.array(documentRow) })),
	document: reads(
		{ ...name },
		documentRow.extend({
			/** The path of the page that shows it. */
			path: z.string(),
			form: formFieldSchema,
			/** The draft, or what is published if there is none. */
			content: z.unknown(),
			faults: z.array(fault),
			/** What differs between what is published and the draft. */
			differences: z.array(difference),
			/** What would change if the release's words were taken; empty unless it offers new ones. */
			offered: z.array(difference),
		}),
	),
	'document-history': reads(
		{ ...name },
		z.object({
			/** Newest first. Several savings of one person in a row are one. */
			rows: z.array(
				z.object({
					version: z.int(),
					change: z.string(),
					by: z.string(),
					at: instant,
					/** Whether it has words that can be taken back. */
					has_words: z.boolean(),
					/** What an owner has said of its sentences that sound like claims. */
					claims: z.array(answeredClaim),
				}),
			),
		}),
	),
	'document-differences': reads(
		{ ...name, version: z.coerce.number().int().positive() },
		z.object({
			/** What the version has changed, compared with the words before it. */
			changed: z.array(difference),
			/** What would change if it were published now. */
			from_now: z.array(difference),
		}),
	),
	'draft-claims': reads(
		{ ...name, version: z.coerce.number().int().positive() },
		z.object({
			/** The new or changed sentences that sound like claims. Publishing needs an answer about each. */
			rows: z.array(answeredClaim.omit({ evidence: true })),
		}),
	),
	'preview-document': reads({ ...name }, z.object({ url: z.url(), ends_at: instant })),
	'save-document': saves(
		{ ...name, version, content: z.record(z.string(), z.unknown()) },
		z.object({ version: z.int(), has_draft: z.boolean(), saved_at: instant, faults: z.array(fault) }),
	),
	'discard-draft': acts({ ...name, version }, z.null()),
	'publish-document': acts(
		{
			...name,
			version,
			/** When it is published, in London time; by default immediately. */
			at: londonTime.optional(),
			/** What shows each sentence of `draft-claims`, or that it isn't a claim. */
			claims: z.array(claimAnswer).max(500).default([]),
		},
		z.null(),
	),
	'cancel-publication': acts({ ...name, version }, z.null()),
	'ask-to-publish': acts({ ...name, version, note: z.string().trim().max(500).default('') }, z.null()),
	/** Takes back, or turns down, what `ask-to-publish` asked for. */
	'end-request': acts({ ...name, version }, z.null()),
	/** Makes an older version the draft. */
	'take-back-document': acts(
		{ ...name, version, restored: z.int().positive() },
		z.object({ version: z.int() }),
	),
	'take-release': acts({ ...name, version }, z.null()),
	'keep-document': acts({ ...name, version }, z.null()),
	'new-article': acts(
		{
			title: articleSchema.shape.title,
			/** The last part of its address. */
			slug: articleSchema.shape.slug.optional(),
		},
		z.object({ id: z.string() }),
	),
	'take-off-article': acts({ id: z.string().max(10) }, z.null()),
	'put-back-article': acts({ id: z.string().max(10) }, z.null()),
}
