import type { Operations } from '#server/admin-api/operation.ts'
import { formerNames, otherEntries } from '#server/shop/owner-acts.ts'
import { capitalised } from '#shared/wording.ts'

const otherWords: ReadonlyMap<string, string> = new Map(Object.entries(otherEntries))

/** Returns what the log says of an operation or another entry. What has no words of its own, such as a read, is called by its name. */
export function wordsFor(operations: Operations, name: string): string {
	const { log } = operations[formerNames.get(name) ?? name] ?? {}
	return log ?? otherWords.get(name) ?? capitalised(name.replaceAll('-', ' '))
}
