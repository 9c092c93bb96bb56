import { Suspense } from 'react'
import { answerStep, useStepAsked } from '#admin/session/ask-for-step.ts'
import { LaterTakeStep } from '#admin/sign-in/later-steps.ts'
import { Loading } from '#admin/ui/states.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

/** Asks for the second step again before something that moves money, data or rights. */
export function StepDialog() {
	const asked = useStepAsked()
	return (
		<Dialog
			open={asked}
			onClose={() => answerStep(false)}
			title="Is it you?"
			description="This needs your second step again: the last one was more than ten minutes ago."
		>
			<Suspense fallback={<Loading lines={2} />}>
				<LaterTakeStep onTaken={() => answerStep(true)} />
			</Suspense>
		</Dialog>
	)
}
