import { isDeepStrictEqual } from 'node:util'
import type { FormField } from '#shared/content/form-field.ts'
import { inPlainWords } from '#shared/content/rich-text.ts'
import { richTextShape } from '#shared/content/rich-text-schema.ts'
import { isRecord } from '#shared/json.ts'

export interface Difference {
	/** The names and indexes that lead to the part that differs. */
	path: string
	/** Its words before and after; null if there were or are none. */
	before: string | null
	after: string | null
}

/** Finds what differs between two versions of a document, field by field. */
export function findDifferences(field: FormField, before: unknown, after: unknown, path = ''): Difference[] {
	if (isDeepStrictEqual(before, after)) return []
	if (field.fields !== undefined && field.fixed === undefined && isRecord(before) && isRecord(after))
		return field.fields.flatMap((inner) =>
			findDifferences(inner, before[inner.name], after[inner.name], stepFrom(path, inner.name)),
		)
	if (field.item !== undefined && field.fixed === undefined && Array.isArray(before) && Array.isArray(after))
		return betweenLists(field.item, before, after, path)
	return [{ path, before: inWords(field, before), after: inWords(field, after) }]
}

/**
 * Compares lists: where one item stands for another, the two are compared; what only one of them has, was added or removed; and if
 * none of both is found, the items have another order.
 */
function betweenLists(
	item: FormField,
	before: readonly unknown[],
	after: readonly unknown[],
	path: string,
): Difference[] {
	const isIn = (list: readonly unknown[], one: unknown) => list.some((other) => isDeepStrictEqual(other, one))
	const isSameSet = before.every((one) => isIn(after, one)) && after.every((one) => isIn(before, one))
	if (before.length === after.length && !isSameSet)
		return before.flatMap((one, index) =>
			findDifferences(item, one, after[index], stepFrom(path, String(index))),
		)
	if (before.length === after.length)
		return [{ path, before: listInWords(item, before), after: listInWords(item, after) }]
	const removed = before.flatMap((one, index) =>
		isIn(after, one)
			? []
			: [{ path: stepFrom(path, String(index)), before: inWords(item, one), after: null }],
	)
	const added = after.flatMap((one, index) =>
		isIn(before, one)
			? []
			: [{ path: stepFrom(path, String(index)), before: null, after: inWords(item, one) }],
	)
	const found = [...removed, ...added]
	// An item that stood there twice.
	return found.length > 0
		? found
		: [{ path, before: listInWords(item, before), after: listInWords(item, after) }]
}

function stepFrom(path: string, step: string): string {
	return path === '' ? step : `${path}.${step}`
}

function listInWords(item: FormField, list: readonly unknown[]): string {
	return list.map((one, index) => `${index + 1}. ${inWords(item, one) ?? ''}`).join(' ')
}

/** Writes a value as text; null if there is none. */
export function inWords(field: FormField, value: unknown): string | null {
	if (value === null || value === undefined) return null
	if (field.kind === 'rich') return inPlainWords(richTextShape.safeParse(value).data ?? [])
	if (Array.isArray(value) && field.item !== undefined) return listInWords(field.item, value)
	if (isRecord(value))
		return (field.fields ?? [])
			.filter(({ kind }) => kind !== 'same' && kind !== 'counted')
			.flatMap((inner) => inWords(inner, value[inner.name]) ?? [])
			.join(' / ')
	if (value === true) return 'Yes'
	return value === false ? 'No' : String(value)
}
