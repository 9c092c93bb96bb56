import type { PlantedBug } from '../planted-bug.ts'

export const restBugs: readonly PlantedBug[] = [
	{
		name: 'rest/allowance-per-session',
		file: 'src/server/apis/rest/insert-rows.ts',
		find: 'rateLimits.consume(name, caller.claims.sub)',
		replace: 'rateLimits.consume(name, caller.claims.session_id)',
		why: 'Signing in again resets the limit on written rows.',
		noticedBy: ['src/server/apis/rest/rest-writing.test.ts'],
	},
	{
		name: 'rest/update-at-the-limit-rejected',
		file: 'src/server/apis/rest/matched-rows.ts',
		find: 'rows > preferences.maxAffected',
		replace: 'rows >= preferences.maxAffected',
		why: 'An update of exactly the permitted number of rows is rolled back.',
		noticedBy: ['src/server/apis/rest/rest-writing.test.ts'],
	},
	{
		name: 'rest/update-without-a-filter',
		file: 'src/server/apis/rest/update-rows.ts',
		find: "if (statement !== undefined) requireFilter(query, 'UPDATE')",
		replace: '',
		why: 'A script that forgets a filter is told that all went well.',
		noticedBy: ['src/server/apis/rest/rest.test.ts'],
	},
	{
		name: 'rest/count-ignores-the-filters',
		file: 'src/server/apis/rest/read-rows.ts',
		find: '(select count(*) from ${relation(table)}${where})',
		replace: '(select count(*) from ${relation(table)})',
		why: 'Totals include rows that were filtered out, so the last page is never reached.',
		noticedBy: ['src/server/apis/rest/rest-reading.test.ts'],
	},
	{
		name: 'rest/range-without-its-last-row',
		file: 'src/server/apis/rest/row-range.ts',
		find: 'Math.min(last + 1, ',
		replace: 'Math.min(last, ',
		why: 'Every page of rows lacks its last row, because a range includes both ends.',
		noticedBy: ['src/server/apis/rest/rest-reading.test.ts'],
	},
	{
		name: 'rest/nulls-first-ignored',
		file: 'src/server/apis/rest/statements.ts',
		find: "nulls === 'first' ? sql`first` : sql`last`",
		replace: 'descending ? sql`first` : sql`last`',
		why: 'In a list sorted by descending price, guides without a price come first although the request says last.',
		noticedBy: ['src/server/apis/rest/rest-reading.test.ts'],
	},
	{
		name: 'rest/single-row-checked-after-commit',
		file: 'src/server/apis/rest/insert-rows.ts',
		find: `await writeRows(tx, table, statement, { query, preferences })
				if (shape === 'object' && rows.rows !== 1) throw notSingle(rows.rows)
				const write = { caller, table, search, body, rows: rows.rows, address: c.get('clientAddress') }
				await recordServiceWrite(tx, { action: 'rows_inserted', ...write })
				return rows
			}
			const written = await withRestErrors(caller, () => database.asCaller(caller, insert))
			return answerInsert`,
		replace: `await writeRows(tx, table, statement, { query, preferences })
				const write = { caller, table, search, body, rows: rows.rows, address: c.get('clientAddress') }
				await recordServiceWrite(tx, { action: 'rows_inserted', ...write })
				return rows
			}
			const written = await withRestErrors(caller, () => database.asCaller(caller, insert))
			if (shape === 'object' && written.rows !== 1) throw notSingle(written.rows)
			return answerInsert`,
		why: 'An insert that was answered with 406 has written its rows.',
		noticedBy: ['src/server/apis/rest/rest-writing.test.ts'],
	},
	{
		name: 'rest/limit-parameter-unbounded',
		file: 'src/server/apis/rest/row-range.ts',
		find: 'limit: Math.min(Math.max(end - start, 0), mostRows)',
		replace: 'limit: limit ?? Math.min(Math.max(end - start, 0), mostRows)',
		why: 'One request with a large limit reads a whole table into memory.',
		noticedBy: ['src/server/apis/rest/rest-reading.test.ts'],
	},
	{
		name: 'rest/columns-parameter-ignored-by-updates',
		file: 'src/server/apis/rest/update-rows.ts',
		find: '(query.columns ?? Object.keys(data)).filter',
		replace: 'Object.keys(data).filter',
		why: 'Columns the client left out of `columns=` are written.',
		noticedBy: ['src/server/apis/rest/rest-writing.test.ts'],
	},
]
