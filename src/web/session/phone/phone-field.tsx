import type { ComponentProps } from 'react'
import { isPartShown } from '#web/site/site-settings.ts'
import { Field } from '#web/ui/field.tsx'

type PhoneFieldProps = Omit<
	ComponentProps<typeof Field>,
	'label' | 'name' | 'type' | 'autoComplete' | 'hint'
> & {
	label?: string
}

/** A field for a mobile number. Loaded with the forms that need it, in the browser only. */
export function PhoneField({ label = 'Mobile number', ...props }: PhoneFieldProps) {
	const hint = isPartShown(['uk-numbers'])
		? 'Such as 07700 900123. Start with + and the country code if it isn’t a UK number.'
		: 'With its country code, such as +353 85 012 3456.'
	return (
		<Field
			{...props}
			label={label}
			name="phone"
			type="tel"
			autoComplete="tel"
			maxLength={30}
			hint={hint}
			required
		/>
	)
}
