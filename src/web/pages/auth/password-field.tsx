import { type ComponentProps, useState } from 'react'
import { Field } from '#web/ui/field.tsx'

type PasswordFieldProps = Omit<ComponentProps<typeof Field>, 'label' | 'type' | 'name'>

/** A password with a way to read what was typed. */
export function PasswordField(props: PasswordFieldProps) {
	const [shown, setShown] = useState(false)
	return (
		<Field
			{...props}
			label="Password"
			name="password"
			type={shown ? 'text' : 'password'}
			autoCapitalize="none"
			spellCheck={false}
			required
			trailing={
				<button type="button" onClick={() => setShown(!shown)} className="link px-3.5 text-label">
					{shown ? 'Hide' : 'Show'}
					<span className="sr-only"> password</span>
				</button>
			}
		/>
	)
}
