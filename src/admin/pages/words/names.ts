import { capitalised } from '#shared/wording.ts'

/** What has happened to a document, as its history calls it. */
const names: ReadonlyMap<string, string> = new Map([
	['made from a file', 'Made from its file'],
	['saved', 'Draft saved'],
	['discarded', 'Draft discarded'],
	['restored', 'An older version became the draft'],
	['from the release', 'Came with an update of the shop'],
	['offered by the release', 'An update brought other words'],
	['release taken', 'Words of an update taken'],
	['release refused', 'Words of an update left out'],
])

/** Returns whether a document has the words of the emails, which no page shows. */
export function isEmails({ kind, id }: { kind: string; id: string }): boolean {
	return kind === 'site' && id === 'emails'
}

export function changeName(change: string): string {
	return names.get(change) ?? capitalised(change)
}
