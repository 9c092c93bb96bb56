import { type FormEvent, useState } from 'react'
import { useBusy } from './use-busy.ts'

/** Error messages by field name. An error that belongs to no field is shown by the form itself. */
export type FormErrors = Readonly<Record<string, string>>

export interface SubmittedForm {
	/** Returns a field's text, trimmed unless it is a password. */
	field: (name: string) => string
	/** Shows errors until the visitor types something, and selects the first field with an error. */
	refuse: (errors: FormErrors) => void
	reset: () => void
}

const noErrors: FormErrors = {}

/**
 * Handles a form: prevents it from being submitted twice at the same time, and keeps its errors. Spread `form` onto the
 * element. Its method is POST, so that a password can't end up in the address if the form is sent before hydration.
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
