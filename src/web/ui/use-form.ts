import { type FormEvent, useState } from 'react'
import { useBusy } from './use-busy.ts'

/** What is wrong, by field name. The form itself shows errors under other names. */
export type FormErrors = Readonly<Record<string, string>>

export interface SubmittedForm {
	/** Returns a field's text, without the spaces around it unless it is a password. */
	field: (name: string) => string
	/** Shows errors until something is typed, and selects the first field that has one. */
	refuse: (errors: FormErrors) => void
	reset: () => void
}

const noErrors: FormErrors = {}

/**
 * Handles a form: submits it once at a time and keeps its errors. Spread `form` onto the element. Its method is POST so that a
 * password can't end up in the address if the form is sent before hydration.
 */
export function useForm(submit: (form: SubmittedForm) => Promise<unknown>) {
	const [busy, run] = useBusy()
	const [errors, setErrors] = useState(noErrors)

	function onSubmit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault()
		const form = event.currentTarget
		run(async () => {
			const fields = new FormData(form)
			let refused = false
			await submit({
				field: (name) => readText(fields, name),
				refuse: (found) => {
					refused = true
					setErrors(found)
					selectFirst(form, found)
				},
				reset: () => form.reset(),
			})
			if (!refused) setErrors(noErrors)
		})
	}
	return { busy, errors, form: { method: 'post', onSubmit, onChange: () => setErrors(noErrors) } } as const
}

function readText(fields: FormData, name: string): string {
	const value = fields.get(name)
	if (typeof value !== 'string') return ''
	return name.includes('password') ? value : value.trim()
}

function selectFirst(form: HTMLFormElement, errors: FormErrors): void {
	for (const field of form.elements) {
		if (field instanceof HTMLInputElement && field.name in errors) {
			field.select()
			return
		}
	}
}
