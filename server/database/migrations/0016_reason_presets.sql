-- Reasons that all administrators are offered when they reject or cancel, one a line.
alter table settings
  add column reject_reasons text not null default '해당 시간에는 내부 행사가 예정되어 있습니다. 다른 시간으로 다시 신청해주세요.
같은 시간에 다른 예약이 먼저 확정되었습니다. 다른 시간으로 다시 신청해주세요.
방문 인원이 수용 인원을 초과합니다. 인원을 조정하여 다시 신청해주세요.',
  add column cancel_reasons text not null default '전시장 사정으로 진행이 어려워 취소되었습니다. 다른 시간으로 다시 신청해주세요.
담당 도슨트의 사정으로 진행이 어려워 취소되었습니다.
방문자의 요청으로 취소되었습니다.';
