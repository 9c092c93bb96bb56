import { useLayoutEffect, useReducer } from 'react'
import { useMe } from '#admin/session/session.ts'

const kept = new Set<Map<string, unknown>>()
// Makes the browser ask before it closes or reloads the admin, on the sign-in page too.
window.addEventListener('beforeunload', (event) => {
	if ([...kept].some((texts) => texts.size > 0)) event.preventDefault()
})

/**
 * Holds what a member has typed and not saved. Unlike state, it outlives the page: after the session has ended, the member signs
 * in and finds it again. It stays in memory until the member reloads the admin, and the browser asks before reloading. Other
 * members who sign in do not see it.
 *
 * A text is unsaved while it differs from the saved one, even if it is empty. Once they are the same, because the member has typed
 * the saved text again or their text has been saved, it is no longer kept here.
 *
 * @param texts The texts of all members for one kind of field, made once for the module.
 * @param id Identifies the field, such as the id of the dispute that an answer is for.
 * @param saved The saved text; undefined while it isn't known.
 * @param isSame Returns whether a typed text is the same as the saved one.
 * @returns The unsaved text, or else the saved one, and a function that sets it. Setting it to undefined deletes the unsaved text.
 */
export function useUnsaved<Text, Saved extends Text | undefined>(
	texts: Map<string, Text>,
	id: string,
	saved: Saved,
	isSame: (typed: Text, saved: Text) => boolean = Object.is,
): [Text | Saved, (text: Text | undefined) => void] {
	const [, render] = useReducer((turn: number) => turn + 1, 0)
	const key = `${useMe().id} ${id}`
	kept.add(texts)
	const typed = texts.get(key)
	const isSaved = typed !== undefined && saved !== undefined && isSame(typed, saved)
	// A layout effect, so that nothing can be typed before it runs.
	useLayoutEffect(() => {
		if (isSaved) texts.delete(key)
	})
	return [
		typed === undefined || isSaved ? saved : typed,
		(text) => {
			if (text === undefined) texts.delete(key)
			else texts.set(key, text)
			render()
		},
	]
}
