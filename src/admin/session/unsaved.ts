import { useReducer } from 'react'
import { useMe } from '#admin/session/session.ts'

/**
 * Holds what a member has typed and not saved. Unlike state, it outlives the page: after the session has ended, the member signs
 * in and finds it again. It stays in memory until the admin is reloaded, and other members who sign in do not see it.
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
	return [
		texts.get(key),
		(text) => {
			if (text === undefined) texts.delete(key)
			else texts.set(key, text)
			render()
		},
	]
}
