import { z } from 'zod'
import { alertTextSchema, type End, type Trouble } from '#server/operations/alerts/trouble.ts'
import type { Database } from '#server/platform/db/database.ts'
import { maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { commandPages } from '#shared/admin/command-pages.ts'
import { momentOf } from '#shared/dates.ts'

const cases = [{ id: 'stale', repeats: true }]

/** Describes that this server can't render the pages in the shop's present state. It shows the earlier ones. */
export function stalePages({ since, reason }: { since: Date; reason: string }): Trouble {
	return {
		kind: 'pages',
		title: 'The pages don’t show the latest changes',
		meaning:
			'Visitors see the pages as they were before. A checkout uses the latest price, which may differ from the price on a page.',
		facts: [
			{ label: 'Since', value: momentOf(since) },
			{ label: 'Reason', value: reason },
		],
		todo: 'Undo the last change of a text, a price or a guide, and tell whoever looks after the software. This says what else is wrong:',
		command: commandPages.doctor.command,
		cases,
	}
}

export const pagesAgain: End = {
	kind: 'pages',
	title: 'The pages show the latest changes again',
	meaning: 'Visitors see the shop as it is.',
	facts: [],
	todo: 'Nothing is left to do. If you want to be sure, this checks everything:',
	command: commandPages.doctor.command,
}

/** Reads whether a server has told that its pages are out of date. Only that server can see it. */
export async function readStalePages(database: Pick<Database, 'query'>): Promise<Trouble | undefined> {
	const found = await maybeOne(
		database,
		sql`select content from shop.alerts where kind = ${pagesAgain.kind} and cases <> '{}'`,
		z.object({ content: alertTextSchema }),
	)
	return found && { ...found.content, kind: pagesAgain.kind, cases }
}
