import type { ComponentProps } from 'react'
import { Field } from '#web/ui/field.tsx'

type CodeFieldProps = Omit<ComponentProps<typeof Field>, 'type' | 'inputMode' | 'autoComplete'>

/** One input for a whole code of digits: it can be pasted, and the phone offers the code it has just received. */
export function CodeField({ label = 'Code', name = 'code', ...props }: Partial<CodeFieldProps>) {
	return (
		<Field
			{...props}
			label={label}
			name={name}
			type="text"
			inputMode="numeric"
			autoComplete="one-time-code"
			pattern="[0-9 ]{6,13}"
			title="Enter the digits of the code"
			maxLength={13}
			required
			className="figures"
		/>
	)
}

/** A code as it was typed, without the spaces it may be shown with. */
export function digitsOf(typed: string): string {
	return typed.replaceAll(/\s/g, '')
}
