import { type ComponentProps, type ReactNode, useId } from 'react'

interface FieldProps extends ComponentProps<'input'> {
	label: string
	/** Says what is wanted, before anything is typed. */
	hint?: ReactNode
	/** Says what is wrong and what to do about it. */
	error?: ReactNode
	/** A control inside the field's right end, such as showing a password. */
	trailing?: ReactNode
}

/** A labelled input whose hint and error are read out with it. */
export function Field({ label, hint, error, trailing, id, className = '', ...input }: FieldProps) {
	const ownId = useId()
	const inputId = id ?? ownId
	const describedBy = [hint && `${inputId}-hint`, error && `${inputId}-error`].filter(Boolean).join(' ')
	return (
		<div className={`grid gap-1.5 ${className}`}>
			<label htmlFor={inputId} className="text-label font-semibold">
				{label}
			</label>
			<div className={fieldClass}>
				<input
					id={inputId}
					aria-invalid={error ? true : undefined}
					aria-describedby={describedBy || undefined}
					className="min-h-12 w-full min-w-0 bg-transparent px-3.5 text-body outline-none placeholder:text-note placeholder:text-soft"
					{...input}
				/>
				{trailing}
			</div>
			{hint ? (
				<p id={`${inputId}-hint`} className="margin-note">
					{hint}
				</p>
			) : null}
			{error ? (
				<p id={`${inputId}-error`} className="margin-note text-brick">
					{error}
				</p>
			) : null}
		</div>
	)
}

const fieldClass =
	'flex items-stretch rounded-control border border-edge bg-sheet has-[input:focus-visible]:outline-3 ' +
	'has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-press has-aria-invalid:border-brick'
