import type { Session, SupabaseClient } from '@supabase/supabase-js'
import { requestsAnswered } from './failed-requests.ts'

/**
 * Signs in, and ends the session that this browser had before. Otherwise the user would see this browser twice among their
 * devices.
 */
export async function replaceSession<T extends { data: { session: Session | null } }>(
	supabase: SupabaseClient,
	signIn: () => Promise<T>,
): Promise<T> {
	const { data: former } = await supabase.auth.getSession()
	const answer = await signIn()
	if (former.session !== null && answer.data.session !== null) {
		// The server would refuse requests of the former session that arrived after its end.
		await requestsAnswered(Promise.resolve())
		await supabase.auth.admin.signOut(former.session.access_token, 'local')
	}
	return answer
}
