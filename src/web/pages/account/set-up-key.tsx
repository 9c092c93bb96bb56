import { useEffect, useRef, useState } from 'react'
import { useWebAuthn } from '#web/session/use-in-browser.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { useReturnFocus } from '#web/ui/focus.ts'
import { useForm } from '#web/ui/use-form.ts'
import { FormButtons } from './form-buttons.tsx'
import { useReauthentication } from './reauthentication.tsx'
import { addKey } from './security-key.ts'
import type { SetUpProps } from './set-up-app.tsx'

/** Adds a security key as a second factor. The user names it, to tell it from other keys. `keys`: how many keys there are. */
export function SetUpKey({ keys, ...props }: SetUpProps & { keys: number }) {
	const canUseKeys = useWebAuthn()
	const [open, setOpen] = useState(false)
	const opener = useReturnFocus<HTMLButtonElement>(open)
	if (!canUseKeys) return null
	if (open) return <NameKey {...props} keys={keys} onClose={() => setOpen(false)} />
	return (
		<div className="grid w-full justify-items-start gap-5">
			{keys > 0 ? null : (
				<p>
					{props.isFirst ? 'Or use a security key' : 'You can also use a security key'}: a small device that
					you plug in, or hold to your phone.
				</p>
			)}
			<Button ref={opener} variant="secondary" onClick={() => setOpen(true)}>
				Add {keys > 0 ? 'another' : 'a'} security key
			</Button>
		</div>
	)
}

interface NameKeyProps extends SetUpProps {
	keys: number
	onClose: () => void
}

function NameKey({ isFirst, keys, onCodes, onConfirming, onClose }: NameKeyProps) {
	const { attempt, question } = useReauthentication()
	const name = useRef<HTMLFormElement>(null)
	useEffect(() => name.current?.querySelector('input')?.select(), [])
	const { busy, errors, form } = useForm(({ field, refuse }) =>
		attempt(async () => {
			onConfirming(true)
			const outcome = await addKey(field('key-name'), isFirst)
			onConfirming(false)
			if (outcome.kind === 'stale') return 'stale'
			if (outcome.kind === 'refused') refuse({ 'key-name': outcome.message })
			if (outcome.kind === 'on') {
				onClose()
				onCodes(outcome.codes)
			}
			return 'done'
		}),
	)
	return (
		<>
			<form {...form} ref={name} className="grid w-full max-w-sm gap-5">
				<Field
					label="Name for the key"
					name="key-name"
					autoComplete="off"
					maxLength={64}
					required
					defaultValue={keys === 0 ? 'Security key' : `Security key ${keys + 1}`}
					hint="So that you can tell it from another one. Have the key at hand: your browser asks for it next."
					error={errors['key-name']}
				/>
				<FormButtons busy={busy} label="Add the key" busyLabel="Waiting for your key..." onClose={onClose} />
			</form>
			{question}
		</>
	)
}
