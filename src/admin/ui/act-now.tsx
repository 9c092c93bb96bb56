import { useState } from 'react'
import { ApiError } from '#admin/api/api-error.ts'
import { doAct } from '#admin/api/call-api.ts'
import { endsSession } from '#admin/session/session.ts'
import { Failed } from '#admin/ui/states.tsx'
import type { ActName, Answer, Sent } from '#shared/admin/api.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'
import { useBusy } from '#web/ui/use-busy.ts'

interface ActNowProps<Name extends ActName> {
	act: Name
	/** The input to send; undefined while fields are incomplete. */
	input: Sent<Name> | undefined
	label: string
	variant?: 'primary' | 'secondary'
	disabled?: boolean
	/** The toast after the act. */
	done: string
	onDone?: (answer: Answer<Name>) => void
}

/**
 * A button that acts without asking. Only for acts that reach nobody but the member and lose nothing, such as saving a draft: all
 * others are done through the dialog, which says beforehand what will happen.
 */
export function ActNow<Name extends ActName>({
	act,
	input,
	label,
	variant = 'secondary',
	disabled = false,
	done,
	onDone = () => {},
}: ActNowProps<Name>) {
	const [busy, run] = useBusy()
	const [refusal, setRefusal] = useState<ApiError>()

	async function send() {
		if (input === undefined) return
		setRefusal(undefined)
		try {
			const answer = await doAct(act, input)
			toast.success(done)
			onDone(answer)
		} catch (failure) {
			if (!(failure instanceof ApiError)) throw failure
			if (!endsSession(failure)) setRefusal(failure)
		}
	}
	return (
		<>
			<Button
				size="small"
				variant={variant}
				disabled={disabled || input === undefined}
				aria-disabled={busy || undefined}
				onClick={() => run(send)}
			>
				{busy ? 'One moment …' : label}
			</Button>
			{refusal === undefined ? null : (
				<div className="basis-full">
					<Failed error={refusal} />
				</div>
			)}
		</>
	)
}
