import { type ReactNode, useEffect, useId, useState } from 'react'
import { ApiError, readPreview } from '#admin/api/api-error.ts'
import { doAct, previewAct } from '#admin/api/call-api.ts'
import { endsSession } from '#admin/session/session.ts'
import { MailPreview } from '#admin/ui/mail-preview.tsx'
import { Failed, Loading } from '#admin/ui/states.tsx'
import type { ActName, Answer, Preview, Sent } from '#shared/admin/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.ts'
import { useBusy } from '#web/ui/use-busy.ts'

interface ActDialogProps<Name extends ActName> {
	act: Name
	/** The input to send; undefined while fields are incomplete. When it changes, the preview is read again. */
	input: Sent<Name> | undefined
	open: boolean
	onClose: () => void
	/** The title of the dialog, such as "Refund CV Secrets". */
	title: string
	/** The text of the button, such as "Refund £14.99". */
	label: string
	/** Whether the act cannot be undone. */
	isDanger?: boolean
	/** Whether the dialog asks for a reason, and whether a reason is required. The log stores the reason. */
	reason?: 'none' | 'asked' | 'needed'
	/** The toast after the act. */
	done: string
	onDone: (answer: Answer<Name>) => void
	/** Fields that change the input, such as an amount. */
	children?: ReactNode
}

/**
 * Says what an act will do, asks for a reason, and then does exactly what it said. The admin performs every act through this
 * dialog.
 */
function ActDialog<Name extends ActName>(props: ActDialogProps<Name>) {
	const { open, onClose, title } = props
	return (
		<Dialog open={open} onClose={onClose} title={title}>
			<Confirmation {...props} />
		</Dialog>
	)
}

function Confirmation<Name extends ActName>({
	act,
	input,
	label,
	isDanger = false,
	reason: reasons = 'asked',
	done,
	onDone,
	onClose,
	children,
}: ActDialogProps<Name>) {
	const { preview, error, changed, setPreview, reload } = usePreview(act, input)
	const [refusal, setRefusal] = useState<ApiError>()
	const [reason, setReason] = useState('')
	const [busy, run] = useBusy()
	const noteId = useId()
	const isReady = input !== undefined && preview !== undefined && preview.will.length > 0

	async function confirm() {
		if (input === undefined || preview === undefined) return
		setRefusal(undefined)
		try {
			const answer = await doAct(act, input, { plan: preview.plan, reason: reason.trim() || undefined })
			onClose()
			toast.success(done)
			onDone(answer)
		} catch (failure) {
			if (!(failure instanceof ApiError)) throw failure
			if (failure.code === 'plan_changed') setPreview(failure.details)
			// If the session has ended, the dialog comes back as it was, once the member has signed in again.
			else if (!endsSession(failure)) setRefusal(failure)
		}
	}

	return (
		<form
			className="act-form"
			onSubmit={(event) => {
				event.preventDefault()
				run(confirm)
			}}
		>
			{children}
			<div aria-live="polite" id={noteId}>
				{changed ? (
					<p className="mb-2 font-semibold text-brick">
						Something has changed in the meantime. This is what will happen now:
					</p>
				) : null}
				{error !== undefined ? (
					<Failed error={error} onRetry={reload} />
				) : preview === undefined ? (
					input === undefined ? null : (
						<Loading lines={2} />
					)
				) : preview.will.length === 0 ? (
					<p>There’s nothing to do: it’s already like that.</p>
				) : (
					<>
						{changed ? null : <p className="mb-2 text-soft">This is what will happen:</p>}
						<ul className="will">
							{preview.will.map((sentence) => (
								<li key={sentence}>{sentence}</li>
							))}
						</ul>
					</>
				)}
			</div>
			{preview?.mail === undefined ? null : <MailPreview mail={preview.mail} />}
			{reasons === 'none' ? null : (
				<Field
					label={reasons === 'needed' ? 'Why' : 'Why (optional)'}
					hint={`${reasons === 'needed' ? 'Needed. ' : ''}It’s kept only in the admin’s log.`}
					name="reason"
					maxLength={1_000}
					required={reasons === 'needed'}
					value={reason}
					onChange={(event) => setReason(event.target.value)}
					autoComplete="off"
				/>
			)}
			{refusal === undefined ? null : <Failed error={refusal} />}
			<div className="act-foot">
				<Button
					type="submit"
					variant={isDanger ? 'danger' : 'primary'}
					disabled={!isReady}
					aria-disabled={busy || undefined}
					aria-describedby={noteId}
				>
					{busy ? 'One moment …' : label}
				</Button>
				<Button variant="quiet" onClick={onClose}>
					Cancel
				</Button>
			</div>
		</form>
	)
}

/** How long typing must pause before the preview is read again, in milliseconds. */
const restMs = 250

function usePreview<Name extends ActName>(act: Name, input: Sent<Name> | undefined) {
	const [preview, show] = useState<Preview>()
	const [error, setError] = useState<ApiError>()
	const [changed, setChanged] = useState(false)
	const [turn, setTurn] = useState(0)
	const key = JSON.stringify(input)
	// biome-ignore lint/correctness/useExhaustiveDependencies: the key says whether the input has changed
	useEffect(() => {
		const left = new AbortController()
		const { signal } = left
		show(undefined)
		setError(undefined)
		setChanged(false)
		if (input === undefined) return
		const timer = setTimeout(
			() => {
				previewAct(act, input, { signal }).then(
					(read) => {
						if (!signal.aborted) show(read)
					},
					(failure: unknown) => {
						if (signal.aborted) return
						if (!(failure instanceof ApiError)) throw failure
						setError(failure)
					},
				)
			},
			turn === 0 ? 0 : restMs,
		)
		return () => {
			left.abort()
			clearTimeout(timer)
		}
	}, [act, key, turn])
	return {
		preview,
		error,
		changed,
		reload: () => setTurn((last) => last + 1),
		/** Shows the new plan, which comes with a `plan_changed` error. */
		setPreview: (details: ApiError['details']) => {
			const corrected = readPreview(details)
			if (corrected === undefined) return
			show(corrected)
			setChanged(true)
		},
	}
}

interface ActButtonProps<Name extends ActName> extends Omit<ActDialogProps<Name>, 'open' | 'onClose'> {
	/** The text of the button that opens the dialog; `label` by default. */
	opens?: string
	/** Called when the button is pressed, for example to empty the fields. */
	onOpen?: () => void
	size?: 'normal' | 'small'
	variant?: 'primary' | 'secondary' | 'quiet'
	disabled?: boolean
}

/** A button that opens the dialog of an act. */
export function ActButton<Name extends ActName>({
	opens,
	onOpen,
	size = 'small',
	variant = 'secondary',
	disabled,
	...dialog
}: ActButtonProps<Name>) {
	const [open, setOpen] = useState(false)
	return (
		<>
			<Button
				size={size}
				variant={variant}
				disabled={disabled}
				onClick={() => {
					onOpen?.()
					setOpen(true)
				}}
			>
				{opens ?? dialog.label}
			</Button>
			{open ? <ActDialog {...dialog} open onClose={() => setOpen(false)} /> : null}
		</>
	)
}
