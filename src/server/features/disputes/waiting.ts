import { type Sql, sql } from '#server/platform/db/sql.ts'

/** Selects whether the shop has not sent its answer at the present stage of the dispute `d`. */
export const notAnswered = sql`not exists (
	select from shop.dispute_answers a where a.dispute_id = d.id and a.stage = d.stage and a.sent_at is not null
)`

/** Selects whether the dispute `d` waits for the shop's answer. Of an open one without a deadline, only the provider knows it. */
export function waitsForAnswer(now: Date): Sql {
	return sql`((d.answer_by > ${now} or d.state = 'open' and d.answer_by is null) and ${notAnswered})`
}
