import { aggregatesNotAllowed, badQuery, noRelationship, unknownColumn } from '#server/apis/rest/errors.ts'
import type { OrderTerm } from '#server/apis/rest/query.ts'
import type { Column, Table } from '#server/apis/rest/tables.ts'

/**
 * Parses `select=`: column names and `*`. Rejects casts, aliases, JSON paths, aggregates and embedding, with error codes of the
 * reference server.
 */
export function parseSelect(table: Table, text: string): Column[] {
	const chosen = new Set<Column>()
	for (const item of splitOutsideBrackets(text)) {
		if (item === '*') for (const column of table.columns.values()) chosen.add(column)
		else chosen.add(plainColumn(table, item, text))
	}
	return [...chosen]
}

/** Parses `columns=` and `on_conflict=`: plain or quoted names. */
export function parseColumnNames(
	what: 'columns parameter' | 'on_conflict parameter',
	text: string,
): string[] {
	const names = text.split(',').map((name) => unquoted(name.trim()))
	if (names.some((name) => !/^[A-Za-z0-9_]+$/.test(name)))
		throw badQuery(what, text, 'expected column names separated by commas')
	return [...new Set(names)]
}

/** Parses `order=`: `column[.asc|.desc][.nullsfirst|.nullslast]`, separated by commas. */
export function parseOrder(table: Table, text: string): OrderTerm[] {
	return text.split(',').map((term) => {
		const match = /^("?)([A-Za-z0-9_]+)\1(?:\.(asc|desc))?(?:\.nulls(first|last))?$/.exec(term.trim())
		if (match?.[2] === undefined)
			throw badQuery('order', text, 'expected column.asc or column.desc, then .nullsfirst or .nullslast')
		const column = table.columns.get(match[2])
		if (column === undefined) throw unknownColumn(table.name, match[2])
		return {
			column,
			descending: match[3] === 'desc',
			nulls: match[4] === 'first' || match[4] === 'last' ? match[4] : undefined,
		}
	})
}

function plainColumn(table: Table, item: string, text: string): Column {
	if (/(^|\.)(count|sum|avg|min|max)\(\)/.test(item)) throw aggregatesNotAllowed()
	if (item.includes('(')) throw noRelationship(table.name, /([A-Za-z0-9_]+)[^(]*\(/.exec(item)?.[1] ?? item)
	const name = unquoted(item)
	const column = table.columns.get(name)
	if (column !== undefined) return column
	if (/^[A-Za-z0-9_]+$/.test(name)) throw unknownColumn(table.name, name)
	throw badQuery(
		'select parameter',
		text,
		'expected column names or *: casts, aliases and JSON paths are not offered here',
	)
}

function unquoted(name: string): string {
	return /^"[^"]*"$/.test(name) ? name.slice(1, -1) : name
}

/** Splits `a,b(c,d)` into `a` and `b(c,d)`. */
function splitOutsideBrackets(text: string): string[] {
	const items: string[] = []
	let [depth, start] = [0, 0]
	for (let at = 0; at <= text.length; at += 1) {
		const character = text.charAt(at)
		if (character === '(') depth += 1
		if (character === ')') depth -= 1
		if (at === text.length || (character === ',' && depth === 0)) {
			items.push(text.slice(start, at))
			start = at + 1
		}
	}
	return items
}
