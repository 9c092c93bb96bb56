import { answerStep, useStepAsked } from '#admin/session/ask-for-step.ts'
import { TakeStep } from '#admin/sign-in/take-step.tsx'
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
			<TakeStep onTaken={() => answerStep(true)} />
		</Dialog>
	)
}
