import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError } from '#admin/api/api-error.ts'
import { checkSession } from '#admin/session/session.ts'
import { GateFrame } from '#admin/sign-in/gate.tsx'
import { signInWithLink, tokenInAddress } from '#admin/sign-in/staff-links.ts'
import { Failed, Loading } from '#admin/ui/states.tsx'
import { ButtonLink } from '#web/ui/button.tsx'

/** Signs in with the link that `npm start` prints on a local run. */
export function LinkPage() {
	const navigate = useNavigate()
	const [error, setError] = useState<ApiError>()
	const begun = useRef(false)
	useEffect(() => {
		// The link works only once, and in development React runs effects twice.
		if (begun.current) return
		begun.current = true
		signInWithLink(tokenInAddress())
			.then(checkSession)
			.then(
				() => void navigate('/', { replace: true }),
				(failure: unknown) => {
					if (!(failure instanceof ApiError)) throw failure
					setError(failure)
				},
			)
	}, [navigate])
	if (error === undefined)
		return (
			<GateFrame title="Signing you in">
				<Loading lines={1} />
			</GateFrame>
		)
	return (
		<GateFrame title="This link doesn’t work">
			<Failed error={error} />
			<ButtonLink to="/" variant="secondary">
				Sign in another way
			</ButtonLink>
		</GateFrame>
	)
}
