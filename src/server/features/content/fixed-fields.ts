import { isDeepStrictEqual } from 'node:util'
import { asSold } from '#server/shop/decisions.ts'
import type { DocumentName, Fault } from '#shared/content/documents.ts'
import { formOf } from '#shared/content/form.ts'
import { type FormField, isFixedList } from '#shared/content/form-field.ts'
import { isRecord } from '#shared/json.ts'
import { isUploaded } from '#shared/media.ts'
import { findDifferences } from './differences.ts'

// Which fields an owner cannot change in a document is declared in its schema: other acts of the admin decide them, which check more
// than a document can, or they are facts about files, which are in the store from the start of a release on.

/** Returns a document with everything that an owner cannot change as another has it. */
export function withFixedFields(name: DocumentName, content: unknown, source: unknown): unknown {
	return merge(
		formOf(name),
		// Only a product that is out has a page of its own. The first one comes with its pictures.
		isRecord(content) && content.page === null ? withFirstPage(content, source) : content,
		source,
	)
}

/** Returns a document with the fields that a release has added to it, as the release has them. */
export function withAddedFields(name: DocumentName, content: unknown, source: unknown): unknown {
	return addFields(formOf(name), content, source)
}

function addFields({ fields = [] }: FormField, content: unknown, source: unknown): unknown {
	if (!isRecord(content) || !isRecord(source)) return content
	const complete = fields
		.filter((field) => field.name in content || field.without === undefined)
		.map((field) => [
			field.name,
			field.name in content ? addFields(field, content[field.name], source[field.name]) : source[field.name],
		])
	return { ...content, ...Object.fromEntries(complete) }
}

function withFirstPage(content: Readonly<Record<string, unknown>>, source: unknown): unknown {
	if (!isRecord(source) || source.page == null) return content
	const { page, gallery, openGraph } = source
	return { ...content, page, gallery, openGraph }
}

function merge(field: FormField, own: unknown, source: unknown): unknown {
	if (field.fixed !== undefined) return source
	if (field.kind === 'group' && isRecord(own) && isRecord(source)) {
		const merged = { ...own }
		for (const inner of field.fields ?? []) {
			const value = merge(inner, own[inner.name], source[inner.name])
			if (value === undefined) delete merged[inner.name]
			else merged[inner.name] = value
		}
		return merged
	}
	if (field.item !== undefined && field.arranged && Array.isArray(own) && Array.isArray(source))
		return mergeArranged(field.item, own, source)
	if (field.item !== undefined && isFixedList(field) && Array.isArray(own) && Array.isArray(source))
		return mergeItems(field.item, own, source)
	return own
}

/** Merges each item with the one that has the same name: the first field that can't be changed. */
function mergeItems(item: FormField, own: readonly unknown[], source: readonly unknown[]): unknown[] {
	return source.map((one) => {
		const former = own.find((other) => nameIn(item, other) === nameIn(item, one))
		return former === undefined ? one : merge(item, former, one)
	})
}

/** Merges pictures in the owner's order. Uploaded ones are the owner's. All others come from the source, which none may lack. */
function mergeArranged(item: FormField, own: readonly unknown[], source: readonly unknown[]): unknown[] {
	const names = own.map((one) => nameIn(item, one))
	return [
		...own.flatMap((one, index) => {
			if (isUploaded(names[index])) return [one]
			const former = source.find((other) => nameIn(item, other) === names[index])
			return former === undefined || names.indexOf(names[index]) < index ? [] : [merge(item, one, former)]
		}),
		...source.filter((one) => {
			const name = nameIn(item, one)
			return !isUploaded(name) && !names.includes(name)
		}),
	]
}

function nameIn({ fields = [] }: FormField, one: unknown): unknown {
	const named = fields.find(({ fixed }) => fixed !== undefined)?.name ?? ''
	return isRecord(one) ? one[named] : undefined
}

/**
 * Finds what a draft changes although an owner cannot change it in a document. Until its first publication, that is what was made from
 * its file. A new product without a file is coming soon at first.
 */
export function findFixedFaults(
	name: DocumentName,
	{ published, made }: { published: unknown; made: unknown },
	draft: unknown,
): Fault[] {
	if (published === null && made === null) {
		const isOut = name.kind === 'product' && !(isRecord(draft) && draft.comingSoon === true)
		return isOut ? [{ path: 'comingSoon', says: 'a new product is coming soon until it is released' }] : []
	}
	if (!isRecord(draft)) return []
	const form = formOf(name, published === null)
	const merged = merge(form, draft, published ?? made)
	const allowed = published === null ? settleFirst(merged) : merged
	return isDeepStrictEqual(allowed, draft)
		? []
		: findDifferences(form, allowed, draft).map(({ path }) => ({ path, says: 'can’t be changed here' }))
}

/**
 * Returns a product that has never been published with what follows from whether it is free: a free one has no price and no tax code,
 * and one that is sold has an id at the payment provider.
 */
export function settleFirst(content: unknown): unknown {
	if (!isRecord(content)) return content
	if (content.isFree === true) return { ...content, pricePence: null, taxCode: null, stripeProductId: null }
	const { taxCode, stripeProductId } = asSold(String(content.id))
	return { ...content, taxCode: content.taxCode ?? taxCode, stripeProductId }
}
