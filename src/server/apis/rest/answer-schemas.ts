import { z } from 'zod'
import { type ColumnType, type Table, tables, type WriteVerb } from '#server/apis/rest/tables.ts'
import type { About } from '#server/platform/http/about.ts'

// The answers of the REST API, for the documentation of the APIs. Tests check every answer against these schemas.

/** The parameters of the query, besides filters by column such as `id=eq.…`. */
const restQuery = ['select', 'order', 'limit', 'offset', 'or', 'and', 'columns', 'on_conflict']

const types: Record<ColumnType, z.ZodType> = {
	uuid: z.string().meta({ format: 'uuid' }),
	text: z.string(),
	numeric: z.number(),
	bigint: z.int(),
	boolean: z.boolean(),
	timestamptz: z.string().meta({ format: 'date-time' }),
}

function pascalCase(name: string): string {
	return name.replaceAll(/(?:^|_)(\w)/g, (_, first: string) => first.toUpperCase())
}

interface TableOperation {
	/** What the operation does with the rows of a table, such as `Reads`. */
	does: string
	/** The statuses of answers that contain rows. */
	rowsAt: readonly number[]
	/** The status of an answer without content, if there is one. */
	nothingAt?: number
	/** Whether the body contains rows, or the changes to make in each row. */
	body?: 'rows' | 'changes'
}

const schemas = new Map([...tables.values()].map((table) => [table.name, schemasOf(table)]))

/** Describes an operation for each table that offers it, with the columns that the API exposes. */
export function aboutTables(
	verb: 'select' | WriteVerb,
	{ does, rowsAt, nothingAt, body }: TableOperation,
): About {
	const own = [...tables.values()].filter(({ verbs }) => verbs.has(verb))
	const values = own.map(({ name, columns }) => {
		const { row, rows, written } = schemas.get(name) ?? schemasOf({ name, columns })
		const answers = {
			...Object.fromEntries(rowsAt.map((status) => [status, rows])),
			...(nothingAt === undefined ? {} : { [nothingAt]: 'nothing' as const }),
		}
		const about = {
			does: `${does} rows of ${name}.`,
			query: [...restQuery, ...columns.keys()],
			answers,
		}
		const bodies = { rows: written, changes: row }
		return [name, body === undefined ? about : { ...about, body: bodies[body] }] as const
	})
	return {
		does: `${does} rows.`,
		for: 'callers',
		answers: {},
		each: { parameter: 'table', values: new Map(values) },
	}
}

/**
 * Returns the schemas of a table's rows. A row has only the columns that were selected or written, so any of them may be missing.
 */
function schemasOf({ name, columns }: Pick<Table, 'name' | 'columns'>) {
	const row = z
		.looseObject(
			Object.fromEntries([...columns.values()].map((column) => [column.name, types[column.type].nullish()])),
		)
		.meta({ id: `RowOf${pascalCase(name)}` })
	const written = z.union([row, z.array(row)])
	// The answer is a list, or one row if the caller accepts only an object. It is empty if the caller wants no rows back.
	return { row, written, rows: z.union([z.array(row), row]) }
}

export const restErrors = z
	.strictObject({
		code: z.string(),
		message: z.string(),
		details: z.string().nullable(),
		hint: z.string().nullable(),
	})
	.meta({ id: 'RestError' })
