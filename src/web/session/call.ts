import type { SupabaseClient } from '@supabase/supabase-js'
import { type Failure, watchFailures } from './failures.ts'
import { getSupabase } from './supabase.ts'

/** What came of a call: the client library's own answer, or null where it could not even be asked. */
export interface Called<T> {
	answer: T | null
	failure: Failure
}

/** Makes one call through the client and never rejects. `pathPrefix` is the address whose refusal counts as this call's. */
export async function call<T>(
	pathPrefix: string,
	run: (supabase: SupabaseClient) => PromiseLike<T>,
): Promise<Called<T>> {
	return watchFailures(pathPrefix, async (currentFailure) => {
		const supabase = await getSupabase().catch(() => null)
		if (supabase === null) return { answer: null, failure: { reference: null, unreachable: true } }
		try {
			return { answer: await run(supabase), failure: currentFailure() }
		} catch (error) {
			console.warn('A call failed unexpectedly.', error)
			return { answer: null, failure: currentFailure() }
		}
	})
}
