import { type ComponentProps, useState } from 'react'
import { Field } from '#web/ui/field.tsx'

type PasswordFieldProps = Omit<ComponentProps<typeof Field>, 'label' | 'type'> & { label?: string }

/** A password with a way to read what was typed. */
export function PasswordField({ label = 'Password', name = 'password', ...props }: PasswordFieldProps) {
	const [shown, setShown] = useState(false)
	return (
		<Field
			required
			{...props}
			label={label}
			name={name}
			type={shown ? 'text' : 'password'}
			autoCapitalize="none"
			spellCheck={false}
			trailing={
				<button type="button" onClick={() => setShown(!shown)} className="link px-3.5 text-label">
					{shown ? 'Hide' : 'Show'}
					<span className="sr-only"> {label.toLowerCase()}</span>
				</button>
			}
		/>
	)
}
