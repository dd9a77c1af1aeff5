/** Cheap to ask of any text: could a signal be in it at all? */
export const mayCarrySignal =
  /_status|exit_s(?:ignal|tatus)|phase_complete|<promise|LOOP_COMPLETE|judge_signal|completion (?:signal|promise|token)|"status"/i;
