import type { Part } from './schema-of.ts'

/** A change that would break servers of the last release. */
export interface Break {
	/** What is changed, as a migration names it: `column shop.disputes.answer_by`. */
	part: string
	/** Why servers of the last release could not work with the change. */
	reason: string
}

/** Finds the changes from the schema `before` to the schema `after` that would break servers written for `before`. */
export function whatBreaks(before: readonly Part[], after: readonly Part[]): Break[] {
	const [old, now] = [byName(before), byName(after)]
	return [
		...before.flatMap((part) => changesOf(part, now.get(nameOf(part)), now, after)),
		...after.flatMap((part) => (old.has(nameOf(part)) ? [] : additionsOf(part, old, before))),
	]
}

/** Finds what breaks because a part has changed or is gone. */
function changesOf(was: Part, is: Part | undefined, now: Parts, after: readonly Part[]): Break[] {
	const found = (reason: string) => [{ part: nameOf(was), reason }]
	// If the table or column is gone, that itself is reported.
	const partOfGone =
		(was.table !== null && !now.has(`table ${was.table}`)) ||
		(was.columns ?? []).some((column) => !now.has(`column ${column}`)) ||
		(was.kind === 'grant' && !now.has(grantedPart(was)))
	if (partOfGone) return []
	if (is?.detail === was.detail)
		return is.required === true && was.required === false ? found('has no default any more') : []
	switch (was.kind) {
		case 'table':
		case 'column':
		case 'function':
			if (is === undefined) return found('is gone')
			if (is.detail === `${was.detail} not null`) return found('must not be null any more')
			if (was.detail === `${is.detail} not null`) return []
			return found(`was ${was.detail}, is ${is.detail}`)
		case 'grant':
			return found('is revoked')
		case 'constraint':
			return changesOfConstraint(was, is, after).flatMap(found)
		case 'trigger':
		case 'policy':
			return after.some(
				(other) => other.kind === was.kind && other.table === was.table && other.detail === was.detail,
			)
				? []
				: found(is === undefined ? 'is gone' : `was ${was.detail}, is ${is.detail}`)
	}
}

/** Finds what breaks because a constraint has changed: `on conflict` needs a unique index, and a stricter check may refuse rows. */
function changesOfConstraint(was: Part, is: Part | undefined, after: readonly Part[]): string[] {
	const isUnique = /^(PRIMARY KEY|UNIQUE|CREATE UNIQUE)/.test(was.detail)
	const elsewhere = after.some(
		({ kind, table, detail }) => kind === 'constraint' && table === was.table && detail === was.detail,
	)
	if (is === undefined) return isUnique && !elsewhere ? ['is gone'] : []
	return widens(was.detail, is.detail) ? [] : [`was ${was.detail}, is ${is.detail}`]
}

/** Finds what breaks because a part is new. Servers that do not know the part may write something that it refuses. */
function additionsOf(part: Part, old: Parts, before: readonly Part[]): Break[] {
	if (part.table === null || !old.has(`table ${part.table}`)) return []
	const found = (reason: string) => [{ part: nameOf(part), reason }]
	if (part.kind === 'column')
		return part.required === true ? found('is new, must not be null and has no default') : []
	if (part.kind === 'constraint') {
		const isOnNewColumns = (part.columns ?? []).every((column) => !old.has(`column ${column}`))
		const replaced = before.some(
			({ kind, table, detail }) =>
				kind === 'constraint' && table === part.table && widens(detail, part.detail),
		)
		return isOnNewColumns || replaced ? [] : found('is new on columns that were there before')
	}
	return []
}

/**
 * Returns whether the new constraint (`is`) accepts everything that the old one (`was`) did: whether they are the same, or differ
 * only in a list that still has all the old values.
 */
function widens(was: string, is: string): boolean {
	const list = /ARRAY\[(.*?)\]/
	const values = (text: string) => (list.exec(text)?.[1] ?? '').split(', ')
	const all = new Set(values(is))
	return was.replace(list, '') === is.replace(list, '') && values(was).every((value) => all.has(value))
}

type Parts = ReadonlyMap<string, Part>

function byName(parts: readonly Part[]): Parts {
	return new Map(parts.map((part) => [nameOf(part), part]))
}

function nameOf({ kind, name }: Part): string {
	return `${kind} ${name}`
}

/** Returns the name of the column, table or function that a grant is about. */
function grantedPart({ name }: Part): string {
	const [, verb, object = ''] = /^(\w+) on (.*) to \w+$/.exec(name) ?? []
	if (verb === 'execute') return `function ${object}`
	return verb === 'delete' ? `table ${object}` : `column ${object}`
}
