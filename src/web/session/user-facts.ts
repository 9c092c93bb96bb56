import type { User } from '@supabase/supabase-js'

/** Whether the account has a password: a member of this shop's own wire, which the client's type does not know. */
export function hasPassword(user: User): boolean {
	return Reflect.get(user, 'has_password') !== false
}
