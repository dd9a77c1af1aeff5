/**
 * The words with which a person asks, in one language, to take code away or to change tests: parts of a regular
 * expression in lower case. `asked-words.ts` reads them, the same way in every language.
 */
export interface AskedWords {
  readonly language: string;
  /** Whether words are separated by blanks. */
  readonly spaced: boolean;
  /** To remove, rename, move, replace, split, merge or extract. */
  readonly takes: readonly string[];
  /** What makes the opposite of it, before the word or behind it. */
  readonly notBefore: readonly string[];
  readonly notAfter: readonly string[];
  /** Words that may stand between the two. */
  readonly between: readonly string[];
  /** That something has to stay. */
  readonly keeps: readonly string[];
  /** What a sentence calls what the one before it named: "remove it". */
  readonly it: readonly string[];
  /** To update, adapt or rewrite, and what is meant by tests. */
  readonly changes: readonly string[];
  readonly tests: readonly string[];
  /** What begins a purpose: "so that the tests pass" asks for no other tests. */
  readonly purposes: readonly string[];
}

const upTo = String.raw`(?:\S+ ){0,4}?`;

export const askedWords: readonly AskedWords[] = [
  {
    language: "English",
    spaced: true,
    takes: [
      "remov(?:e[sd]?|ing|als?)|delet(?:e[sd]?|ing|ions?)|drop(?:s|ped|ping)?|eliminat(?:e[sd]?|ing|ion)|retir(?:e[sd]?|ing|ement)",
      "renam(?:e[sd]?|ing)|mov(?:e[sd]?|ing)|relocat(?:e[sd]?|ing|ion)|chang(?:e[sd]?|ing) (?:the |its |their )?names?",
      "replac(?:e[sd]?|ing|ement)|substitut(?:e[sd]?|ing|ion)|supersed(?:e[sd]?|ing)|inlin(?:e[sd]?|ing)",
      "split(?:s|ting)?|merg(?:e[sd]?|ing)|extract(?:s|ed|ing|ion)?|consolidat(?:e[sd]?|ing|ion)|combin(?:e[sd]?|ing)|unif(?:y|ies|ied|ying)|collaps(?:e[sd]?|ing)",
      "scrap(?:s|ped|ping)?|purg(?:e[sd]?|ing)|eras(?:e[sd]?|ing)|discard(?:s|ed|ing)?|ditch(?:es|ed|ing)?|sunset(?:s|ting)?|prun(?:e[sd]?|ing)|decommission(?:s|ed|ing)?|uninstall(?:s|ed|ing)?",
      "get(?:s|ting)? rid of|got rid of|do(?:es|ing)? away with|kill(?:s|ed|ing)? off",
      `(?:tak(?:e|es|ing|en)|took|throw(?:s|n|ing)?|rip(?:s|ped|ping)?|tear(?:s|ing)?|strip(?:s|ped|ping)?|cut(?:s|ting)?|clean(?:s|ed|ing)?|phas(?:e[sd]?|ing)|factor(?:s|ed|ing)?|pull(?:s|ed|ing)?) ${upTo}(?:out|away)`,
      `(?:fold(?:s|ed|ing)?|turn(?:s|ed|ing)?) ${upTo}into|swap(?:s|ped|ping)? ${upTo}(?:for|with)|(?:switch(?:es|ed|ing)?|migrat(?:e[sd]?|ing|ion)) ${upTo}(?:away )?from`,
      `convert(?:s|ed|ing)? ${upTo}(?:in)?to (?:an? |the )?(?:typescript|javascript|es ?modules?|esm|functions?|class(?:es)?|hooks?|enums?|modules?)`,
      String.raw`(?:can|could|may|must|should|has to|have to|needs? to) (?:\p{L}+ )?go(?: away| now| too| then)?(?=\s*(?:$|[.,;:!?)]|and\b|with\b|as\b))`,
      "no longer (?:needed|necessary|required)|not (?:needed|necessary|required) any ?more|(?:is|are) (?:now )?(?:obsolete|superfluous)|dead code",
    ],
    notBefore: ["not", String.raw`\p{L}+n['’]t`, "cannot", "never", "without", "instead of", "rather than", "avoid"],
    notAfter: [],
    between: "be been get to just simply silently accidentally ever also either any you".split(" "),
    keeps: ["keep(?:s|ing)?", "kept", "leave[s]?", "retain(?:s|ed)?", "preserv(?:e[sd]?|ing)"],
    it: ["it", "them", "this", "these", "both"],
    changes: [
      String.raw`(?:updat|chang|rewrit|adapt|adjust|regenerat|refresh|convert|migrat|correct|reword)(?:\p{L}*)`,
    ],
    tests: ["tests?", "specs?", "snapshots?", "goldens?", "fixtures?", "expectations?", "expected", "cases"],
    purposes: ["so", "until", "pass", "passes", "green"],
  },
  {
    language: "German",
    spaced: true,
    takes: [
      "entfern(?:e|en|t)|lösch(?:e|en|t|ung)|gelöscht|streich(?:e|en)|gestrichen|beseitig(?:e|en|t)|eliminier(?:e|en|t)|entfallen|entfällt|rausschmei(?:ß|ss)en|rauswerfen",
      `(?:nimm|wirf|schmei(?:ß|ss)) ${upTo}(?:raus|heraus|weg)|(?:kann|können|muss|müssen|soll|sollen|darf) (?:\\S+ )?(?:weg|raus)|weg mit`,
      `umbenenn(?:e|en|t)|umbenannt|benenne ${upTo}um|nenne ${upTo}um|verschieb(?:e|en|t)|verschoben|verleg(?:e|en|t)`,
      `ersetz(?:e|en|t)|ausgetauscht|tausche? ${upTo}(?:aus|gegen)|aufteil(?:en|t)|teile ${upTo}auf|aufgeteilt|zusammenführen|zusammenlegen|zusammenfassen|(?:führe|lege|fasse) ${upTo}zusammen|extrahier(?:e|en|t)|auslagern|lagere ${upTo}aus`,
      "nicht mehr (?:gebraucht|benötigt|nötig)|überflüssig",
    ],
    notBefore: ["nicht", "nie", "niemals", `(?:ohne|statt) ${upTo}(?:zu)?`, String.raw`kein\p{L}{0,2}`],
    notAfter: [String.raw`(?:\S+ ){0,4}?nicht\s*$`],
    between: ["zu", "mehr", "werden", "sie", "ihn", "es"],
    keeps: [String.raw`(?:bei)?behalt\p{L}*`, String.raw`bleib\p{L}*`, "lass(?:e|en)?"],
    it: ["sie", "ihn", "es", "diese", "beide"],
    changes: [
      String.raw`aktualisier\p{L}*|anpass\p{L}*|passe|änder\p{L}*|umschreiben|schreibe|umstellen|stelle|migrier\p{L}*`,
    ],
    tests: ["tests?", "snapshots?", "erwartung(?:en)?", "fixtures?", "testfälle"],
    purposes: ["dass", "damit", "bis"],
  },
  {
    language: "French",
    spaced: true,
    takes: [
      "supprim(?:e|es|er|ez|ons|ée?s?)|suppression|effac(?:e|es|er|ez|ée?s?)|enl(?:ève|èves|ever|evez|evée?s?)|retir(?:e|es|er|ez|ée?s?)|élimin(?:e|er|ez|ée?s?)|ôte[rz]?|se débarrasser",
      "renomm(?:e|es|er|ez|ée?s?)|déplac(?:e|es|er|ez|ée?s?)|remplac(?:e|es|er|ez|ée?s?)|fusionn(?:e|es|er|ez|ée?s?)|extrai(?:s|re|t|te|tes|ts)|scind(?:e|er|ez)|découp(?:e|er|ez)|sépar(?:e|er|ez)",
      "(?:n['’]est|ne sont|n['’]a|n['’]ont) plus (?:utile|nécessaire|utilisée?)s?",
    ],
    notBefore: ["ne", "pas", "sans", "jamais", "au lieu de", "éviter de"],
    notAfter: ["pas"],
    between: ["pas", "la", "le", "les", "jamais", "plus"],
    keeps: ["gard(?:e|er|ez)", "conserv(?:e|er|ez)"],
    it: ["la", "le", "les"],
    changes: ["(?:mets|mettre|mettez) à jour|adapt(?:e|er|ez)|modifi(?:e|er|ez)|réécri(?:s|re|vez)|migr(?:e|er|ez)"],
    tests: ["tests?", "instantanés?", "attentes?", "snapshots?"],
    purposes: ["pour", "afin"],
  },
  {
    language: "Spanish",
    spaced: true,
    takes: [
      "elimin(?:a|ar|e|en|ación|ad[oa]s?)|elimín(?:a|e)l[oa]s?|borr(?:a|ar|e|ad[oa]s?)|quit(?:a|ar|e|ad[oa]s?)|suprim(?:e|ir|a)|deshazte de|deshacerse de|retir(?:a|ar)",
      "renombr(?:a|ar|e)|cambi(?:a|ar) el nombre|muev(?:e|a)|mover|traslad(?:a|ar)|reemplaz(?:a|ar)|reemplace|sustitu(?:ye|ir|ya)|divid(?:e|ir)|fusion(?:a|ar)|combin(?:a|ar)|extra(?:e|er)|separ(?:a|ar)",
      "ya no (?:se )?(?:necesita|usa|hace falta)",
    ],
    notBefore: ["no", "sin", "nunca", "en lugar de", "en vez de"],
    notAfter: [],
    between: ["lo", "la", "los", "las", "se", "debe"],
    keeps: ["mant(?:én|ener|enga)", "conserv(?:a|ar)", "dej(?:a|ar)"],
    it: ["l[oa]s?"],
    changes: ["actualiz(?:a|ar|ad)|adapt(?:a|ar)|modific(?:a|ar)|reescrib(?:e|ir)|migr(?:a|ar)"],
    tests: ["pruebas?", "tests?", "expectativas?", "snapshots?"],
    purposes: ["para"],
  },
  {
    language: "Portuguese",
    spaced: true,
    takes: [
      "remov(?:a|er|e|id[oa]s?)|remoção|exclu(?:a|ir|i|íd[oa]s?)|apag(?:a|ar|ue)|elimin(?:a|ar|e)|retir(?:a|ar|e)|livre-se d[eoa]",
      "renome(?:ie|ia|ar)|mov(?:a|er)|substitu(?:a|ir|i)|troc(?:a|ar)|troque|divid(?:a|ir)|mescl(?:a|ar|e)|unifi(?:ca|car|que)|extra(?:ia|ir)|separ(?:a|ar|e)",
      "não (?:é|são) mais (?:necessári[oa]s?|usad[oa]s?)",
    ],
    notBefore: ["não", "sem", "nunca", "em vez de"],
    notAfter: [],
    between: ["o", "a", "os", "as", "se", "deve"],
    keeps: ["mant(?:enha|er|ém)", "conserv(?:e|ar)", "deix(?:e|ar)"],
    it: ["-?[oa]s?", "-l[oa]s?"],
    changes: ["atualiz(?:a|ar|e)|adapt(?:a|ar|e)|ajust(?:a|ar|e)|modifi(?:ca|car|que)|reescrev(?:a|er)|migr(?:a|ar|e)"],
    tests: ["testes?", "tests?", "expectativas?", "snapshots?"],
    purposes: ["para"],
  },
  {
    language: "Italian",
    spaced: true,
    takes: [
      "rimuov(?:i|ere|a)|rimozione|rimoss[oaie]|elimin(?:a|are|ato|azione)|cancell(?:a|are)|togli(?:ere)?|sbarazzati di",
      "rinomin(?:a|are)|spost(?:a|are)|sostitui(?:sci|re)|rimpiazz(?:a|are)|divid(?:i|ere)|unis(?:ci|cere)|unire|fond(?:i|ere)|estra(?:i|rre)|separ(?:a|are)",
      "non (?:serve|servono|è|sono) più",
    ],
    notBefore: ["non", "senza", "mai", "invece di"],
    notAfter: [],
    between: ["lo", "la", "li", "le", "si", "deve"],
    keeps: ["mant(?:ieni|enere)", "conserv(?:a|are)", "lasci(?:a|are)", "tien(?:i|ere)"],
    it: ["l[oaie]"],
    changes: ["aggiorn(?:a|are)|adatt(?:a|are)|modific(?:a|are)|riscriv(?:i|ere)|migr(?:a|are)"],
    tests: ["test", "aspettative", "snapshots?"],
    purposes: ["perché", "affinché"],
  },
  {
    language: "Russian",
    spaced: true,
    takes: [
      "удал(?:и|ить|ите|яем|ение|ён|ена|ены|ять)|убер(?:и|ите|ём)|убрать|выкин(?:ь|уть|ьте)|выброс(?:и|ить)|избав(?:ься|иться|ьтесь) от|вычист(?:и|ить)",
      "переимен(?:уй|овать|уйте|ование)|перенес(?:и|ти|ите)|перемест(?:и|ить|ите)|замен(?:и|ить|ите|а)|раздел(?:и|ить|ите)|объедин(?:и|ить|ите)|извлек(?:и|ите)|извлечь|вынес(?:и|ти|ите)|встро(?:й|ить)",
      "больше не (?:нужн[аоы]?|нужен|используется)",
    ],
    notBefore: ["не", "без", "вместо", "нельзя"],
    notAfter: [],
    between: ["надо", "нужно", "её", "его", "их"],
    keeps: ["остав(?:ь|ить|ьте)", "сохран(?:и|ить|ите)"],
    it: ["её", "ее", "его", "их"],
    changes: [
      String.raw`обнов(?:и|ить|ите)|измен(?:и|ить|ите)|исправ(?:ь|ить|ьте)|перепи(?:ши|сать)|адаптир\p{L}*|перевед(?:и|ите)`,
    ],
    tests: [String.raw`тест\p{L}*`, String.raw`снапшот\p{L}*`],
    purposes: ["чтобы"],
  },
  {
    language: "Chinese",
    spaced: false,
    takes: [
      "删除|刪除|删掉|刪掉|移除|去掉|去除|清除|干掉|废弃|淘汰",
      "重命名|改名|更名|移动|移動|移到|挪到|迁移到|替换|替換|换成|換成|拆分|合并|合併|提取|抽取|内联|內聯",
      "不再(?:需要|使用)",
    ],
    notBefore: ["不要", "不得", "不能", "不可", "不应", "不", "勿", "别", "別", "禁止", "无需", "避免"],
    notAfter: [],
    between: ["随意", "擅自", "再"],
    keeps: ["保留", "保持"],
    it: ["它", "它们", "其"],
    changes: ["更新|修改|调整|調整|改写|改寫|迁移|遷移|重写"],
    tests: ["测试", "測試", "快照", "用例", "断言"],
    purposes: ["使", "让", "以便"],
  },
  {
    language: "Japanese",
    spaced: false,
    takes: [
      "削除|除去|取り除|消して|消す|消去|撤去|廃止",
      "改名|リネーム|名前を変|移動|置き換え|置換|分割|統合|抽出|切り出|インライン",
      "不要になった|もう使わ|使われなくな|使われていない",
    ],
    notBefore: [],
    notAfter: ["(?:は|を|も)?(?:し|され|さ)?(?:ない|ません|ず|なく|ては|てはいけ|禁止)"],
    between: [],
    keeps: ["残し", "残す", "維持", "保持"],
    it: ["それ", "これ"],
    changes: ["更新|変更|修正|書き換え|書き直|移行"],
    tests: ["テスト", "スナップショット", "期待値"],
    purposes: ["よう", "ために"],
  },
  {
    language: "Korean",
    spaced: false,
    takes: [
      "삭제|제거|없애|지워|지우|폐기",
      "이름을? ?(?:바꾸|바꿔|변경)|이동|옮기|옮겨|교체|대체|바꿔|분할|나누|병합|합치|합쳐|추출|인라인",
      "더 이상 (?:필요|사용)",
    ],
    notBefore: [],
    notAfter: ["(?:는|을|를)?\\s*(?:하|되)?지\\s*(?:는|도)?\\s*(?:마|말|않|못)", "\\s*금지"],
    between: [],
    keeps: ["유지", "남겨", "남기"],
    it: ["그것", "이것"],
    changes: ["업데이트|갱신|수정|변경|다시 작성|마이그레이션|옮기"],
    tests: ["테스트", "스냅샷", "기대"],
    purposes: ["도록", "위해"],
  },
];
