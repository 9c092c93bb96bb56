import { type ComponentProps, useState } from 'react'
import { digitsPattern } from '#shared/typed-code.ts'
import { siteText } from '#web/site/site-settings.ts'
import { Field } from '#web/ui/field.tsx'
import { useInBrowser } from './use-in-browser.ts'

/** A field for the name by which we address the user. */
export function DisplayNameField(props: Pick<ComponentProps<typeof Field>, 'placeholder' | 'defaultValue'>) {
	return (
		<Field
			label="Display Name"
			name="display_name"
			autoComplete="name"
			maxLength={80}
			pattern=".*\S.*"
			title="Enter a name"
			required
			{...props}
		/>
	)
}

/** A field for an email address. */
export function EmailField(props: Partial<ComponentProps<typeof Field>>) {
	return (
		<Field
			label="Email"
			name="email"
			type="email"
			autoComplete="email"
			placeholder="Enter your email"
			required
			{...props}
		/>
	)
}

type PasswordFieldProps = Omit<ComponentProps<typeof Field>, 'label' | 'type'> & { label?: string }

/** A password field with a button that shows what was typed. */
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

type NewPasswordFieldProps = Omit<PasswordFieldProps, 'hint' | 'minLength' | 'autoComplete'> & {
	/** Advice that follows the minimum length. */
	advice?: string
}

/** A field for a new password. States the minimum length from the settings. */
export function NewPasswordField({ advice = '', ...props }: NewPasswordFieldProps) {
	// Undefined while the pages are built: until the server fills in the setting, a text is in its place, not a number.
	const minLength = useInBrowser(() => Number(passwordMinLength()), undefined)
	return (
		<PasswordField
			autoComplete="new-password"
			hint={`At least ${passwordMinLength()} characters. ${advice}`.trim()}
			minLength={minLength}
			{...props}
		/>
	)
}

/** Returns the minimum length of a new password. */
export function passwordMinLength(): string {
	return siteText('password-min-length')
}

// Large enough for a thumb. Its upper half overlaps the gap above the field.
const showClass = 'link -mt-6 -mr-2 flex min-h-11 min-w-13 items-end justify-end px-2 text-label'

type CodeFieldProps = Omit<ComponentProps<typeof Field>, 'type' | 'inputMode' | 'autoComplete'>

/** A field for a code of digits. It is a single input, so that the code can be pasted or filled in by the phone. */
export function CodeField({ label = 'Code', name = 'code', ...props }: Partial<CodeFieldProps>) {
	return (
		<Field
			{...props}
			label={label}
			name={name}
			type="text"
			inputMode="numeric"
			autoComplete="one-time-code"
			pattern={digitsPattern}
			title="Enter the digits of the code"
			maxLength={40}
			required
			className="figures"
		/>
	)
}
