import { useReducer } from 'react'
import { useMe } from '#admin/session/session.ts'

const kept = new Set<Map<string, unknown>>()
// Makes the browser ask before it closes or reloads the admin, on the sign-in page too.
window.addEventListener('beforeunload', (event) => {
	if ([...kept].some((texts) => [...texts.values()].some((text) => text !== ''))) event.preventDefault()
})

/**
 * Holds what a member has typed and not saved. Unlike state, it outlives the page: after the session has ended, the member signs
 * in and finds it again. It stays in memory until the admin is reloaded, which the browser asks about first. Other members who sign in do
 * not see it.
 *
 * @param texts The texts of all members for one kind of field, made once for the module.
 * @param id Identifies the field, such as the id of the dispute that an answer is for.
 * @returns The text, and a function that sets it. Setting it to undefined deletes it.
 */
export function useUnsaved<Text>(
	texts: Map<string, Text>,
	id: string,
): [Text | undefined, (text: Text | undefined) => void] {
	const [, render] = useReducer((turn: number) => turn + 1, 0)
	const key = `${useMe().id} ${id}`
	kept.add(texts)
	return [
		texts.get(key),
		(text) => {
			if (text === undefined) texts.delete(key)
			else texts.set(key, text)
			render()
		},
	]
}
