import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { readOutsideAnswer } from './outside-answer.ts'

/** Ends what `continueWithGoogle` began, on whichever page the browser comes back to. Shows nothing itself. */
export function OutsideReturn() {
	const navigate = useNavigate()
	useEffect(() => {
		const address = new URL(window.location.href)
		const found = readOutsideAnswer(address)
		if (found === null) return
		const { answer, rest } = found
		// At once: a code is used once, and neither belongs into the history.
		window.history.replaceState(window.history.state, '', rest)
		import('./end-visit.ts').then(
			async ({ endVisit }) => {
				await navigate(await endVisit(answer, rest), { replace: true })
			},
			(error: unknown) => console.warn('Signing in could not be finished.', error),
		)
	}, [navigate])
	return null
}
