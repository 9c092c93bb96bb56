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
			control={
				<button type="button" onClick={() => setShown(!shown)} className={showClass}>
					{shown ? 'Hide' : 'Show'}
					<span className="sr-only"> {label.toLowerCase()}</span>
				</button>
			}
		/>
	)
}

// A thumb's height, of which the upper half lies over the gap to the field before.
const showClass = 'link -mt-6 -mr-2 flex min-h-11 min-w-13 items-end justify-end px-2 text-label'
