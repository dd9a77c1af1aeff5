/** A cheap test whether a text can contain a signal at all. */
export const mayCarrySignal =
  /_status|exit_s(?:ignal|tatus)|phase_complete|<promise|LOOP_COMPLETE|judge_signal|completion (?:signal|promise|token)|"status"/i;
