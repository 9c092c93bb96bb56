import type { PasskeyListItem } from '@supabase/supabase-js'
import { useCallback, useEffect, useRef, useState } from 'react'
import { dayOf } from '#shared/dates.ts'
import { FailureText } from '#web/session/toasts.tsx'
import { useWebAuthn } from '#web/session/use-in-browser.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { useReturnFocus } from '#web/ui/focus.ts'
import { LoadingRow } from '#web/ui/later-part.tsx'
import { useBusy } from '#web/ui/use-busy.ts'
import { useForm } from '#web/ui/use-form.ts'
import { addPasskey, loadPasskeys, type OwnPasskeys, removePasskey, renamePasskey } from './own-passkeys.ts'
import { useReauthentication } from './reauthentication.tsx'

interface PasskeysProps {
	/** Null until they are loaded. */
	passkeys: OwnPasskeys | null
	onLoaded: (passkeys: OwnPasskeys) => void
}

/** Lists the user's passkeys, and adds, renames and removes them. */
export function Passkeys({ passkeys, onLoaded }: PasskeysProps) {
	const load = useCallback(async () => onLoaded(await loadPasskeys()), [onLoaded])
	useEffect(() => {
		void load()
	}, [load])
	if (passkeys === null) return <LoadingRow what="your passkeys" />
	if (passkeys.kind === 'failed') {
		return (
			<>
				<p>We couldn’t load your passkeys just now.</p>
				<p className="margin-note">
					<FailureText failure={passkeys.failure} />
				</p>
				<Button size="small" variant="secondary" onClick={load}>
					Try again
				</Button>
			</>
		)
	}
	const { list } = passkeys
	return (
		<>
			{list.length === 0 ? (
				<p>You don’t have one yet.</p>
			) : (
				<ul className="w-full border-t border-rule">
					{list.map((passkey) => (
						<PasskeyRow key={passkey.id} passkey={passkey} again={load} />
					))}
				</ul>
			)}
			<AddPasskey again={load} />
		</>
	)
}

function AddPasskey({ again }: { again: () => Promise<void> }) {
	const canAdd = useWebAuthn()
	const [busy, run] = useBusy()
	const { attempt, question } = useReauthentication()

	async function add() {
		const outcome = await addPasskey()
		if (outcome === 'done') await again()
		return outcome
	}

	if (!canAdd)
		return <p className="margin-note">This browser can’t use passkeys. Add one in another browser.</p>
	return (
		<>
			<Button variant="secondary" aria-disabled={busy || undefined} onClick={() => run(() => attempt(add))}>
				{busy ? 'Waiting for your device...' : 'Add a passkey'}
			</Button>
			{question}
		</>
	)
}

interface PasskeyRowProps {
	passkey: PasskeyListItem
	again: () => Promise<void>
}

function PasskeyRow({ passkey, again }: PasskeyRowProps) {
	const { id, friendly_name, created_at, last_used_at } = passkey
	const name = friendly_name || 'Passkey'
	const [open, setOpen] = useState<'rename' | 'remove' | null>(null)
	const renamer = useReturnFocus<HTMLButtonElement>(open === 'rename')
	const remover = useReturnFocus<HTMLButtonElement>(open === 'remove')
	return (
		<li className="grid gap-3 border-b border-rule py-4">
			<div className="flex flex-wrap items-center justify-between gap-3">
				<div className="min-w-0">
					<p className="font-display font-semibold wrap-anywhere">{name}</p>
					<p className="margin-note figures mt-0.5">
						Added on <time dateTime={created_at}>{dayOf(new Date(created_at))}</time>.{' '}
						{last_used_at === undefined ? (
							'Not used yet.'
						) : (
							<>
								Last used on <time dateTime={last_used_at}>{dayOf(new Date(last_used_at))}</time>.
							</>
						)}
					</p>
				</div>
				{open === null ? (
					<div className="flex gap-3">
						<Button
							ref={renamer}
							size="small"
							variant="quiet"
							onClick={() => setOpen('rename')}
							className="max-sm:-ml-4"
						>
							Rename<span className="sr-only"> {name}</span>
						</Button>
						<Button ref={remover} size="small" variant="secondary" onClick={() => setOpen('remove')}>
							Remove<span className="sr-only"> {name}</span>
						</Button>
					</div>
				) : null}
			</div>
			{open === 'rename' ? (
				<RenameForm id={id} name={name} again={again} onClose={() => setOpen(null)} />
			) : open === 'remove' ? (
				<RemoveQuestion id={id} name={name} again={again} onClose={() => setOpen(null)} />
			) : null}
		</li>
	)
}

interface RowFormProps {
	id: string
	name: string
	again: () => Promise<void>
	onClose: () => void
}

function RenameForm({ id, name, again, onClose }: RowFormProps) {
	const element = useRef<HTMLFormElement>(null)
	useEffect(() => element.current?.querySelector('input')?.select(), [])
	const { busy, errors, form } = useForm(async ({ field, refuse }) => {
		const refused = await renamePasskey(id, field('passkey-name'))
		if (refused !== null) {
			refuse({ 'passkey-name': refused })
			return
		}
		await again()
		onClose()
	})
	return (
		<form {...form} ref={element} className="grid gap-4 border-l-2 border-marker pl-5">
			<Field
				label="Name"
				name="passkey-name"
				autoComplete="off"
				maxLength={120}
				pattern=".*\S.*"
				title="Enter a name"
				required
				defaultValue={name}
				hint="Such as “My phone” or “Library laptop”."
				error={errors['passkey-name']}
			/>
			<div className="flex flex-wrap gap-3">
				<Button type="submit" size="small" aria-disabled={busy || undefined}>
					{busy ? 'Saving...' : 'Save name'}
				</Button>
				<Button size="small" variant="quiet" onClick={onClose}>
					Cancel
				</Button>
			</div>
		</form>
	)
}

function RemoveQuestion({ id, name, again, onClose }: RowFormProps) {
	const { attempt, question } = useReauthentication()
	const [busy, run] = useBusy()

	async function remove() {
		const outcome = await removePasskey(id, name)
		if (outcome === 'done') await again()
		return outcome
	}

	return (
		<>
			<div className="grid gap-3 border-l-2 border-marker pl-5">
				<p>
					It won’t sign you in here any more. Delete it in your device’s passwords too, or your browser will
					keep offering it.
				</p>
				<div className="flex flex-wrap gap-3">
					<Button
						size="small"
						autoFocus
						aria-disabled={busy || undefined}
						onClick={() => run(() => attempt(remove))}
					>
						{busy ? 'Removing...' : 'Remove it'}
					</Button>
					<Button size="small" variant="quiet" onClick={onClose}>
						Keep it
					</Button>
				</div>
			</div>
			{question}
		</>
	)
}
