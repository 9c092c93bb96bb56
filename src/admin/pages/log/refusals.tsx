import { readApi } from '#admin/api/call-api.ts'
import { useRead } from '#admin/api/use-read.ts'
import { ListTable } from '#admin/ui/list-table.tsx'
import { Empty } from '#admin/ui/states.tsx'
import { timeOf } from '#admin/ui/times.ts'
import { useOlder } from '#admin/ui/use-older.ts'
import type { Answer } from '#shared/admin/api.ts'
import { capitalised } from '#shared/wording.ts'

type Line = Answer<'refusals'>['rows'][number]

/** Lists the failed sign-ins and refused acts of the last 90 days. */
export function Refusals() {
	const read = useRead('refusals', {})
	const { rows, older } = useOlder(read.data, (after) => readApi('refusals', { after }))
	return (
		<section aria-labelledby="refusals" className="mt-10">
			<h2 id="refusals" className="mb-2 font-display text-xl font-semibold">
				Refused
			</h2>
			<p className="mb-4 text-soft">
				Sign-ins that failed, and what members tried but may not do, in the last 90 days. Attempts that are
				alike are counted by the hour.
			</p>
			<ListTable
				caption="Failed sign-ins and refused acts"
				columns={[
					{
						title: 'When',
						cell: ({ last_at }) => (
							<time dateTime={last_at} className="whitespace-nowrap">
								{timeOf(last_at)}
							</time>
						),
					},
					{ title: 'What', cell: (line) => <What line={line} />, ownLine: true },
					{ title: 'Times', cell: ({ count }) => count, isNumber: true },
					{ title: 'Account', cell: accountOf },
					{ title: 'Network', cell: ({ network }) => network ?? 'many others' },
				]}
				rows={rows}
				keyOf={({ id }) => id}
				read={read}
				empty={<Empty title="Nothing was refused">Failed sign-ins will be listed here.</Empty>}
				older={older}
			/>
		</section>
	)
}

const places = { shop: 'Signing in to the shop', admin: 'Signing in to the admin', act: 'In the admin' }
const ways: ReadonlyMap<string, string> = new Map([
	['totp', 'authenticator app'],
	['mfa/phone', 'texted second step'],
	['mfa/webauthn', 'security key'],
	['mfa/recovery_code', 'recovery code'],
])
const reasons: ReadonlyMap<string, string> = new Map([
	['access_denied', 'not allowed'],
	['insufficient_aal', 'second step missing'],
	['invalid_credentials', 'wrong password, or no such account'],
	['mfa_verification_failed', 'wrong code'],
	['not_admin', 'not a member'],
	['otp_expired', 'wrong or too old'],
	['over_request_rate_limit', 'too many attempts'],
	['user_banned', 'banned'],
	['webauthn_verification_failed', 'wrong key'],
])

function What({ line: { place, what, words, code } }: { line: Line }) {
	const name = words ?? capitalised(ways.get(what) ?? what)
	return (
		<>
			<span className="font-semibold">{name}</span>
			<span className="block text-soft">
				{places[place]}: {reasons.get(code) ?? code.replaceAll('_', ' ')}
			</span>
		</>
	)
}

function accountOf({ account }: Line) {
	if (account === null) return 'No such account'
	return (
		<span className="wrap-anywhere lg:wrap-break-word">
			{account.name}
			{account.is_member ? ' (member)' : ''}
		</span>
	)
}
