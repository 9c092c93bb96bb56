import { type ComponentProps, type FormEvent, type InputEvent, type ReactNode, useId, useState } from 'react'
import { emailPattern } from '#shared/email-pattern.ts'

interface FieldProps extends ComponentProps<'input'> {
	label: string
	/** Says what to enter. */
	hint?: ReactNode
	/** Says what is wrong and how to correct it. */
	error?: ReactNode
	/** A control above the right end of the field, such as "Show password". On a phone there is no room for it inside the field. */
	control?: ReactNode
}

/**
 * A labelled input. Its hint and error are read out with it. The browser's validation errors are shown in the same place,
 * because the browser's own bubble would cover the next label.
 */
export function Field({
	label,
	hint,
	error,
	control,
	id,
	className = '',
	onInput,
	'aria-invalid': marked,
	...input
}: FieldProps) {
	const ownId = useId()
	const inputId = id ?? ownId
	const [invalid, setInvalid] = useState<string>()
	const wrong = error || invalid
	const note = wrong || hint

	function showInvalid(event: FormEvent<HTMLInputElement>) {
		event.preventDefault()
		const field = event.currentTarget
		setInvalid(validationText(field))
		if (field.form?.querySelector('input:invalid') === field) field.focus()
	}
	function clearInvalid(event: InputEvent<HTMLInputElement>) {
		setInvalid(undefined)
		onInput?.(event)
	}

	return (
		<div className={`grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1.5 ${className}`}>
			<label htmlFor={inputId} className="text-label font-semibold">
				{label}
			</label>
			<input
				id={inputId}
				aria-invalid={wrong ? true : marked}
				pattern={input.type === 'email' ? emailPattern : undefined}
				aria-describedby={note ? `${inputId}-note` : undefined}
				onInvalid={showInvalid}
				onInput={clearInvalid}
				className={inputClass}
				{...input}
			/>
			{control ? <div className="col-start-2 row-start-1">{control}</div> : null}
			{note ? (
				<p id={`${inputId}-note`} className={`margin-note col-span-2 ${wrong ? 'text-brick' : ''}`}>
					{note}
				</p>
			) : null}
		</div>
	)
}

const inputClass =
	'col-span-2 row-start-2 min-h-12 w-full min-w-0 rounded-control border border-edge bg-sheet px-3.5 text-body ' +
	'placeholder:text-note placeholder:text-soft focus-visible:outline-offset-2 aria-invalid:border-brick'

/** The parts of an input that decide its validation text. */
interface ValidatedInput {
	readonly validity: Pick<ValidityState, 'valueMissing' | 'typeMismatch' | 'patternMismatch' | 'tooShort'>
	/** The browser's own message. */
	readonly validationMessage: string
	readonly type: string
	readonly value: string
	readonly minLength: number
	readonly title: string
}

/** Returns what is wrong with a field, in the browser's words if we have no message of our own. */
export function validationText({
	validity,
	validationMessage,
	type,
	value,
	minLength,
	title,
}: ValidatedInput): string {
	if (validity.valueMissing) return 'Please fill this in.'
	if ((validity.typeMismatch || validity.patternMismatch) && type === 'email') {
		const [letter] = /[^\s!-~]/u.exec(value) ?? []
		return letter
			? `An address can’t contain “${letter}”.`
			: 'Please give a full address, such as name@example.com.'
	}
	if (validity.tooShort) return `Too short. It needs at least ${minLength} characters.`
	if (validity.patternMismatch && title !== '') return `${title}, please.`
	return validationMessage
}
