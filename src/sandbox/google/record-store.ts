import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { Row, Store } from '#sandbox/store/store.ts'
import type { Clock } from '#shared/clock.ts'

export const recordsSchema = `create table if not exists google_records (
	model text not null,
	id text not null,
	payload text not null,
	uid text,
	grant_id text,
	expires_at integer not null,
	primary key (model, id)
) strict`

/** Stores the provider's sessions, codes and grants in the sandbox's database. */
export function createRecordStore(store: Store, clock: Clock): (model: string) => Adapter {
	const nowMs = () => clock.now().getTime()
	return (model) => {
		const read = (row: Row | undefined): AdapterPayload | undefined =>
			row === undefined ? undefined : JSON.parse(String(row.payload))
		return {
			upsert: async (id, payload, expiresIn = 86_400) => {
				store.run('delete from google_records where expires_at < ?', nowMs())
				store.run(
					`insert into google_records values (?, ?, ?, ?, ?, ?)
					on conflict (model, id) do update set
						payload = excluded.payload, uid = excluded.uid, grant_id = excluded.grant_id, expires_at = excluded.expires_at`,
					model,
					id,
					JSON.stringify(payload),
					payload.uid ?? null,
					payload.grantId ?? null,
					nowMs() + expiresIn * 1000,
				)
			},
			find: async (id) =>
				read(
					store.get(
						'select payload from google_records where model = ? and id = ? and expires_at >= ?',
						model,
						id,
						nowMs(),
					),
				),
			findByUid: async (uid) =>
				read(
					store.get(
						'select payload from google_records where model = ? and uid = ? and expires_at >= ?',
						model,
						uid,
						nowMs(),
					),
				),
			findByUserCode: async () => undefined,
			consume: async (id) =>
				store.run(
					`update google_records set payload = json_set(payload, '$.consumed', ?) where model = ? and id = ?`,
					Math.floor(nowMs() / 1000),
					model,
					id,
				),
			destroy: async (id) => store.run('delete from google_records where model = ? and id = ?', model, id),
			revokeByGrantId: async (grantId) => store.run('delete from google_records where grant_id = ?', grantId),
		}
	}
}
