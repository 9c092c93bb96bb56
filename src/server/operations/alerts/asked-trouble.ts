import { listDocuments } from '#server/features/content/read-documents.ts'
import { firstOf, type Trouble } from '#server/operations/alerts/trouble.ts'
import type { Database } from '#server/platform/db/database.ts'
import { commandPages } from '#shared/admin/command-pages.ts'
import { momentOf } from '#shared/dates.ts'

/** Returns a trouble if somebody waits for an owner to publish what they have written. */
export async function readAskedTrouble(database: Pick<Database, 'query'>): Promise<Trouble | undefined> {
	const waiting = (await listDocuments(database)).flatMap(({ kind, id, title, asked }) =>
		asked === null ? [] : [{ name: `${kind} ${id}`, title, ...asked }],
	)
	if (waiting.length === 0) return undefined
	return {
		kind: 'asked',
		title: waiting.length === 1 ? 'A draft waits for you' : `${waiting.length} drafts wait for you`,
		meaning: 'Whoever wrote it asks you to publish it. Until then, visitors see no change.',
		facts: firstOf(
			waiting.map(({ title, by, at, note }) => ({
				label: title,
				value: `${by}, ${momentOf(new Date(at))}${note === '' ? '' : `: ${note}`}`,
			})),
		),
		todo: 'Read the draft and publish it, or end the request. This lists all words:',
		command: commandPages.words.command,
		cases: waiting.map(({ name, at }) => ({ id: `${name} ${at}`, repeats: false })),
	}
}
