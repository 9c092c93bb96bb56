import { type FormEvent, useRef, useState } from 'react'

/** Reads one text of a submitted form. */
export type ReadField = (name: string) => string

/**
 * Handles a form's submission, one at a time. Fields are read by name; the spaces around a text are left out unless it is a
 * password.
 */
export function useSubmit(run: (field: ReadField, form: HTMLFormElement) => Promise<unknown>) {
	const [busy, setBusy] = useState(false)
	const running = useRef(false)

	async function onSubmit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault()
		if (running.current) return
		const form = event.currentTarget
		const fields = new FormData(form)
		running.current = true
		setBusy(true)
		try {
			await run((name) => readText(fields, name), form)
		} finally {
			running.current = false
			setBusy(false)
		}
	}
	return { busy, onSubmit }
}

function readText(fields: FormData, name: string): string {
	const value = fields.get(name)
	if (typeof value !== 'string') return ''
	return name.includes('password') ? value : value.trim()
}
