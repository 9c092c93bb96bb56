import { useEffect, useState, useSyncExternalStore } from 'react'
import { browserStorage } from '#web/ui/browser-storage.ts'

/** What has been typed, by the names of the fields. Empty fields are left out. */
export type Typed = Readonly<Record<string, string>>

/** The longest text of a field. */
export const longestText = 2000

/** What a user has typed into the sheets of a guide. */
export interface TypedFields {
	read: () => Typed
	/** Stores a change. What the browser doesn't keep lasts until the page is closed. */
	change: (edit: Typed) => void
	subscribe: (listener: () => void) => () => void
	/** Shows what another tab has stored. */
	refresh: () => void
}

/** Opens what this browser keeps for the user. Each change is stored as it is typed, beside what other tabs have stored. */
export function openTypedFields(userId: string, slug: string): TypedFields {
	const key = `headstart-sheets-${slug}-${userId}`
	const listeners = new Set<() => void>()
	let typed = readStored(key)
	function show(next: Typed) {
		typed = next
		for (const listener of listeners) listener()
	}
	return {
		read: () => typed,
		change(edit) {
			const next = withoutEmpty({ ...readStored(key), ...edit })
			if (Object.keys(next).length === 0) browserStorage.remove(key)
			else browserStorage.write(key, JSON.stringify(next))
			show(next)
		},
		subscribe(listener) {
			listeners.add(listener)
			return () => listeners.delete(listener)
		},
		refresh: () => show(readStored(key)),
	}
}

export function useTypedFields(userId: string, slug: string): TypedFields {
	const [fields] = useState(() => openTypedFields(userId, slug))
	useEffect(() => {
		addEventListener('storage', fields.refresh)
		return () => removeEventListener('storage', fields.refresh)
	}, [fields])
	return fields
}

/** Returns what `select` makes of what has been typed. Only a change of that renders the caller again. */
export function useTyped<T extends string | boolean>(fields: TypedFields, select: (typed: Typed) => T): T {
	const selected = () => select(fields.read())
	return useSyncExternalStore(fields.subscribe, selected, selected)
}

function readStored(key: string): Typed {
	try {
		const stored: unknown = JSON.parse(browserStorage.read(key) ?? '{}')
		if (typeof stored !== 'object' || stored === null) return {}
		const texts = Object.entries(stored).flatMap(([name, text]) =>
			typeof text === 'string' ? [[name, text.slice(0, longestText)] as const] : [],
		)
		return withoutEmpty(Object.fromEntries(texts))
	} catch {
		return {}
	}
}

function withoutEmpty(typed: Typed): Typed {
	return Object.fromEntries(Object.entries(typed).filter(([, text]) => text !== ''))
}
