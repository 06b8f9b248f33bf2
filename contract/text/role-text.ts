import type { Role } from '../../domain/role.ts'

export const ROLE_TEXT: Readonly<Record<Role, string>> = {
  owner: '소유자',
  manager: '운영자',
  desk: '안내 데스크',
}
