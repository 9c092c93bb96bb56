import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { pageMeta } from '#web/head/page-meta.ts'
import { useAuth } from '#web/session/auth-provider.tsx'
import { isRecoveryStep, stepPath, targetOf } from '#web/session/sign-in-paths.ts'
import { StepAside } from '#web/session/step-aside.tsx'
import { stepData } from '#web/session/step-data.server.ts'
import { StepPage } from '#web/session/step-page.tsx'
import { useQuery } from '#web/session/use-in-browser.ts'
import { SecondStepForm } from './second-step-form.tsx'

export { shouldRevalidate } from '#web/site/keep-data.ts'

export function loader() {
	return stepData()
}

export function meta() {
	return pageMeta({
		title: 'Two-step verification',
		description: 'The second step of signing in.',
		path: '/auth/second-step',
		indexed: false,
	})
}

/** Asks for the second step after the password. */
export default function SecondStepPage() {
	const { user, loading, secondStepMissing } = useAuth()
	const navigate = useNavigate()
	const query = useQuery()
	const target = targetOf(query)
	const recovering = isRecoveryStep(query)
	const after = recovering ? stepPath('/auth/new-password', target) : target
	const next = user !== null ? after : loading || secondStepMissing ? null : stepPath('/auth', target)

	useEffect(() => {
		if (query !== null && next !== null) void navigate(next, { replace: true })
	}, [query, next, navigate])

	return (
		<StepPage target={target} aside={<StepAside notes={notes} />}>
			<h1 className="text-title">One more step</h1>
			<SecondStepForm ready={secondStepMissing} recovering={recovering} target={target} />
		</StepPage>
	)
}

const notes = [
	'Two-step verification is on for your account, so a password alone isn’t enough.',
	'An app’s codes change every 30 seconds, and each can be used once.',
]
