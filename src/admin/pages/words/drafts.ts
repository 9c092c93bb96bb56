import { useEffect, useSyncExternalStore } from 'react'
import { ApiError } from '#admin/api/api-error.ts'
import { readApi, saveWriting } from '#admin/api/call-api.ts'
import { endsSession, useMe, useSession } from '#admin/session/session.ts'
import type { Answer, Sent } from '#shared/admin/api.ts'
import { documentKind } from '#shared/content/form-field.ts'
import { isRecord } from '#shared/json.ts'

export type ShownDocument = Answer<'document'>
export type Content = Sent<'save-document'>['content']

/** What a member is writing in one document, on every page about it. */
export interface Draft {
	content: Content
	/** The version that the content is based on. */
	version: number
	state:
		| { kind: 'saved'; at: Date | undefined }
		/** Typed, and saved once typing pauses. */
		| { kind: 'typed' }
		| { kind: 'saving' }
		/** Kept in this browser; saved once the shop can be reached, or once the member has signed in again. */
		| { kind: 'kept'; why: 'unreachable' | 'signed out' }
		/** Somebody else has changed the document. */
		| { kind: 'overtaken'; by: ShownDocument }
		| { kind: 'refused'; error: ApiError }
	hasDraft: boolean
	faults: ShownDocument['faults']
}

/** How long typing must pause before it is saved, and after how long a lost connection is tried again, in milliseconds. */
const restMs = 1_000
const retryMs = 5_000

const drafts = new Map<string, Draft>()
/** The drafts that are on their way. Two saves of one draft would refuse each other. */
const saving = new Set<string>()
const timers = new Map<string, ReturnType<typeof setTimeout>>()
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
	listeners.add(listener)
	return () => void listeners.delete(listener)
}

function set(key: string, change: Partial<Draft>): void {
	const draft = drafts.get(key)
	if (draft === undefined) return
	drafts.set(key, { ...draft, ...change })
	for (const listener of listeners) listener()
}

function schedule(key: string, ms: number): void {
	clearTimeout(timers.get(key))
	timers.set(
		key,
		setTimeout(() => void save(key), ms),
	)
}

/** The name under which this browser keeps unsaved words, so that a reload doesn't lose them. Others who sign in don't see them. */
const keptName = (key: string) => `headstart-words ${key}`

function keep(key: string, { content, version }: Draft): void {
	try {
		localStorage.setItem(keptName(key), JSON.stringify({ content, version }))
	} catch {
		// Without storage, a reload loses what the shop doesn't have yet.
	}
}

function forget(key: string): void {
	try {
		localStorage.removeItem(keptName(key))
	} catch {}
}

function keptWords(key: string): Pick<Draft, 'content' | 'version'> | undefined {
	try {
		const kept: unknown = JSON.parse(localStorage.getItem(keptName(key)) ?? 'null')
		if (!isRecord(kept) || !isRecord(kept.content) || typeof kept.version !== 'number') return undefined
		return { content: kept.content, version: kept.version }
	} catch {
		return undefined
	}
}

/** Saves a draft. Whatever has been typed meanwhile is saved after it. */
async function save(key: string): Promise<void> {
	const draft = drafts.get(key)
	if (draft === undefined || saving.has(key) || ['saved', 'overtaken'].includes(draft.state.kind)) return
	const { content, version } = draft
	saving.add(key)
	set(key, { state: { kind: 'saving' } })
	try {
		const saved = await saveWriting('save-document', { ...nameIn(key), version, content })
		const isNewest = drafts.get(key)?.content === content
		if (isNewest) forget(key)
		set(key, {
			version: saved.version,
			hasDraft: saved.has_draft,
			faults: saved.faults,
			state: isNewest ? { kind: 'saved', at: new Date(saved.saved_at) } : { kind: 'typed' },
		})
		const newer = drafts.get(key)
		if (!isNewest && newer !== undefined) {
			keep(key, newer)
			schedule(key, restMs)
		}
	} catch (error) {
		if (!(error instanceof ApiError)) throw error
		await afterFailure(key, error)
	} finally {
		saving.delete(key)
	}
}

async function afterFailure(key: string, error: ApiError): Promise<void> {
	if (endsSession(error)) return set(key, { state: { kind: 'kept', why: 'signed out' } })
	if (error.status === 0 || error.status === 429 || error.status >= 500) {
		set(key, { state: { kind: 'kept', why: 'unreachable' } })
		return schedule(key, retryMs)
	}
	const now = await readApi('document', nameIn(key)).catch(() => undefined)
	const draft = drafts.get(key)
	set(key, {
		state:
			now !== undefined && now.version !== draft?.version
				? { kind: 'overtaken', by: now }
				: { kind: 'refused', error },
	})
}

/** Returns the document that a key belongs to: "member kind id". */
function nameIn(key: string): Sent<'document'> {
	const [, given = '', id = ''] = key.split(' ')
	return { kind: documentKind(given), id }
}

/** Returns what the API says of a document as the content of a draft. */
function contentIn({ content }: ShownDocument): Content {
	return isRecord(content) ? content : {}
}

function draftFrom(document: ShownDocument): Draft {
	return {
		content: contentIn(document),
		version: document.version,
		state: { kind: 'saved', at: undefined },
		hasDraft: document.has_draft,
		faults: document.faults,
	}
}

/** Begins with what the shop has, or with words of this member that it doesn't have yet. */
function begin(key: string, document: ShownDocument): Draft {
	const kept = keptWords(key)
	if (kept === undefined) return draftFrom(document)
	const isOvertaken = kept.version !== document.version
	if (!isOvertaken) schedule(key, 0)
	return {
		...draftFrom(document),
		...kept,
		state: isOvertaken ? { kind: 'overtaken', by: document } : { kind: 'typed' },
	}
}

interface DraftActs {
	change(content: Content): void
	/** Saves over what somebody else has written; the history keeps theirs. */
	keepMine(): void
	/** Goes on from what the shop has, and forgets what was typed here. */
	takeTheirs(document: ShownDocument): void
}

/** Holds the draft of a document. It saves itself, also after the member has left the page. */
export function useDraft(document: ShownDocument): [Draft, DraftActs] {
	const key = `${useMe().id} ${document.kind} ${document.id}`
	const session = useSession()
	const draft = useSyncExternalStore(subscribe, () => {
		const known = drafts.get(key) ?? begin(key, document)
		drafts.set(key, known)
		return known
	})
	const isIn = session.kind === 'in'
	useEffect(() => {
		const retry = () => {
			if (drafts.get(key)?.state.kind === 'kept') schedule(key, 0)
		}
		if (isIn) retry()
		window.addEventListener('online', retry)
		return () => window.removeEventListener('online', retry)
	}, [key, isIn])
	// What the shop has is newer if somebody has changed it since, and nothing is unsaved here.
	useEffect(() => {
		const known = drafts.get(key)
		if (known?.state.kind === 'saved' && document.version > known.version) set(key, draftFrom(document))
	}, [key, document])
	return [
		draft,
		{
			change: (content) => {
				const isOvertaken = draft.state.kind === 'overtaken'
				set(key, { content, ...(isOvertaken ? {} : { state: { kind: 'typed' } }) })
				keep(key, { ...draft, content })
				if (!isOvertaken) schedule(key, restMs)
			},
			keepMine: () => {
				if (draft.state.kind !== 'overtaken') return
				set(key, { version: draft.state.by.version, state: { kind: 'typed' } })
				schedule(key, 0)
			},
			takeTheirs: (theirs) => {
				forget(key)
				set(key, draftFrom(theirs))
			},
		},
	]
}
