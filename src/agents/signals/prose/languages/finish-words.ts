/** The words for an end that was reached, and for a look, whose end changes nothing. Parts of regular expressions in lower case. */
export interface FinishWords {
  readonly name: string;
  readonly spaced: boolean;
  /** "Completed", in every form. */
  readonly finished: readonly string[];
  /** What is finished without a change: an analysis, a review. */
  readonly looks: readonly string[];
}

export const finishWords: readonly FinishWords[] = [
  {
    name: "English",
    spaced: true,
    finished: ["completed?", "finished", "done", "concluded", "wrapped up"],
    looks: [
      "(?:analysis|review|investigation|exploration|research|planning|assessment|audit|inspection|survey|walkthrough|read-?through|discovery|diagnosis|triage)(?= *(?:[.,;:!(—–]|$)| (?:of|and|for|on|into|in|phase|is|was|has|now))",
      "(?:reviewing|analy[sz]ing|exploring|investigating|reading|planning|inspecting|auditing|researching|looking|checking|studying|scanning)",
    ],
  },
  {
    name: "German",
    spaced: true,
    finished: ["abgeschlossen", "beendet", "fertig(?:gestellt)?", "erledigt"],
    looks: [
      "\\S*(?:analyse|untersuchung|durchsicht|recherche|planung|sichtung|bestandsaufnahme|erkundung)",
      "überprüfung",
    ],
  },
  {
    name: "French",
    spaced: true,
    finished: ["terminée?s?", "achevée?s?", "finie?s?", "complétée?s?"],
    looks: [
      "l['’]?(?:analyse|examen|exploration|audit|étude)",
      "(?:une |mon |son )(?:analyse|examen|audit)",
      "relecture",
      "revue de code",
    ],
  },
  {
    name: "Spanish",
    spaced: true,
    finished: [
      "termin(?:é|ad[oa]s?)",
      "complet(?:é|ad[oa]s?|[oa]s?)",
      "finali[cz](?:é|ad[oa]s?)",
      "conclu(?:í|id[oa]s?)",
    ],
    looks: ["análisis", "revisión", "exploración", "investigación", "planificación", "auditoría"],
  },
  {
    name: "Portuguese",
    spaced: true,
    finished: ["conclu(?:í|íd[oa]s?)", "termin(?:ei|ad[oa]s?)", "finali[zs](?:ei|ad[oa]s?)", "complet(?:ei|ad[oa]s?)"],
    looks: ["análise", "revisão", "exploração", "investigação", "planejamento", "auditoria"],
  },
  {
    name: "Italian",
    spaced: true,
    finished: ["completat[oaie]", "terminat[oaie]", "finit[oaie]", "conclus[oaie]"],
    looks: ["(?:l['’])?analisi", "revisione", "(?:l['’])?esplorazione", "(?:l['’])?indagine", "pianificazione"],
  },
  {
    name: "Russian",
    spaced: true,
    finished: ["заверш\\S+", "законч\\S+", "выполн\\S+", "готов[аоы]?(?! к)"],
    looks: ["анализ\\S*", "исследовани\\S*", "изучени\\S*", "обзор\\S*", "планировани\\S*", "аудит\\S*", "ревью"],
  },
  {
    name: "Chinese",
    spaced: false,
    finished: ["完成", "做完", "结束", "結束", "完毕", "完畢"],
    looks: ["(?:分析|调研|調研|审查|審查|研究|规划|規劃|梳理|阅读|閱讀|排查)"],
  },
  {
    name: "Japanese",
    spaced: false,
    finished: ["完了", "終了", "終え", "終わ"],
    looks: ["(?:分析|調査|レビュー|検討|計画|把握|読み込み)"],
  },
  {
    name: "Korean",
    spaced: false,
    finished: ["완료", "마쳤", "끝냈", "끝났", "마무리"],
    looks: ["(?:분석|조사|검토|파악|계획|탐색)"],
  },
];
