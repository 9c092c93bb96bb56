import { type ComponentProps, type FormEvent, type InputEvent, type ReactNode, useId, useState } from 'react'
import { faultOf } from './field-fault.ts'

interface FieldProps extends ComponentProps<'input'> {
	label: string
	/** Says what is wanted, before anything is typed. */
	hint?: ReactNode
	/** Says what is wrong and what to do about it. */
	error?: ReactNode
	/** A control over the field's right end, such as showing a password: inside it there is no room on a phone. */
	control?: ReactNode
}

/**
 * A labelled input whose hint and error are read out with it. What the browser finds wrong before sending stands there too:
 * its own bubble would lie over the next label.
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
	const [fault, setFault] = useState<string>()
	const wrong = error || fault
	const note = wrong || hint

	function tellFault(event: FormEvent<HTMLInputElement>) {
		event.preventDefault()
		const field = event.currentTarget
		setFault(faultOf(field))
		if (field.form?.querySelector('input:invalid') === field) field.focus()
	}
	function takeInput(event: InputEvent<HTMLInputElement>) {
		setFault(undefined)
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
				aria-describedby={note ? `${inputId}-note` : undefined}
				onInvalid={tellFault}
				onInput={takeInput}
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
