import type pg from 'pg'
export async function fillLarge(_client: pg.Client, _days: number) {}
