/**
 * The forms in which a language says that the speaker did something, whatever the verb, each a part of a regular
 * expression in lower case. No list of verbs is long enough for what agents do to code; the verbs that change nothing are
 * few, and stand in `idle`.
 */
export interface DeedWords {
  readonly name: string;
  /** Opens a clause and says by itself, or as the usual short form, that the agent did it: "renamed the flag". */
  readonly past: readonly string[];
  /** "I have": before any participle. */
  readonly have: readonly string[];
  readonly participle: readonly string[];
  /** "Is", before any participle that closes its clause: what was done to a thing. */
  readonly is?: readonly string[];
  /** How many words may stand between the two. Where any may, the participle closes its clause. */
  readonly gap: number;
  /** Verbs of looking, trying, beginning and failing in these forms, and words that only look like one. */
  readonly idle: readonly string[];
}

/** Korean syllables that end in ㅆ, which the past has before its ending. */
const koreanPast = Array.from({ length: 399 }, (_, at) => String.fromCharCode(0xac00 + at * 28 + 20)).join("");

export const deedWords: readonly DeedWords[] = [
  {
    name: "English",
    past: [
      "(?:re-?)?[a-z]+(?<!e)ed",
      "(?:re)?(?:wrote|built|made)|redid|split|cut|put|gave|taught|brought|undid|got \\S+(?: \\S+){0,3} (?:working|running|green)",
    ],
    have: ["(?:i|we)(?:['’]ve| have)?(?: gone ahead and| went ahead and)?"],
    participle: ["(?:re-?)?[a-z]+(?<!e)ed", "(?:re)?(?:written|built|made|done)|split|cut|put|given|taught|brought"],
    gap: 0,
    idle: [
      "(?:re-?)?(?:reviewed|checked|verified|confirmed|validated|looked|examined|explored|inspected|investigated|analy[sz]ed|studied|searched|noticed|noted|observed|identified|discovered|detected|determined|diagnosed|traced|reproduced|tested|executed|evaluated|assessed|audited|profiled|measured|compared|counted|monitored|watched|viewed|opened|loaded|fetched|downloaded|cloned|pulled|gathered|collected|received|encountered|experienced|faced)",
      "started|continued|resumed|paused|stopped|waited|tried|attempted|failed|missed|skipped|deferred|postponed|aborted|blocked|denied|refused|rejected|declined|timed|crashed|errored|stalled|hanged|reached",
      "planned|proposed|suggested|recommended|considered|discussed|explained|described|summari[sz]ed|listed|outlined|drafted|sketched|estimated|scheduled|queued|prepared|asked|requested|answered|replied|reported|mentioned|claimed|stated",
      "needed|wanted|wished|hoped|expected|assumed|guessed|believed|understood|learned|reali[sz]ed|decided|opted|agreed|intended|managed|used|relied|required|happened|occurred|appeared|seemed|remained|existed|contained|followed|passed|succeeded|worked|ended|talked|focused|scoped|targeted|based|related|affected|detailed|limited|advanced|shared|mixed|interested|impressed|supposed|allowed|involved|proven|indeed|embed|hundred|shed|bed|red",
      "un(?!ified|blocked|skipped|wrapped|escaped|exported|nested|pinned|locked)[a-z]+ed",
      "done",
    ],
  },
  {
    name: "German",
    past: [],
    have: ["(?:ich|wir) haben?", "haben? (?:ich|wir)", "wurden?"],
    is: ["ist", "sind"],
    participle: [
      "(?:[a-zäöüß]{0,12}ge[a-zäöüß]{2,}(?:t|en)|(?:ver|be|ent|er|zer|über|unter|wieder)[a-zäöüß]{2,}(?:t|en)|[a-zäöüß]{2,}iert)",
    ],
    gap: 16,
    idle: [
      "(?:durch|nach|vor)?gelesen|geprüft|überprüft|getestet|(?:an|nach|durch)?gesehen|angeschaut|untersucht|analysiert|gefunden|herausgefunden|gesucht|identifiziert|festgestellt|bemerkt|entdeckt|versucht|probiert|ausprobiert|begonnen|angefangen|gestartet|ausgeführt|verstanden|gedacht|überlegt|entschieden|erhalten|bekommen|gelassen|behalten|beibehalten|vorbereitet|vorgeschlagen|bestätigt|verifiziert|reproduziert|verglichen|gemessen|gewartet|gefragt|gehabt|gewesen|geplant|gebraucht|benötigt|gehofft|abgebrochen|validiert|kontrolliert|erkannt|verloren|vergessen|besprochen|beschrieben|erklärt|berichtet|gegeben|gegen|zwischen|arbeiten|bestehen(?:den)?|gesamten|eigenen|genannten|gesperrt|gemeint|geeignet|bekannt|belegt|betroffen|veraltet|beschränkt|begrenzt|bedingt|verboten|erlaubt|definiert|gespeichert|abgelegt|zerstört|gebunden|geöffnet|überlastet|unterbrochen|verantwortlich|gefährdet|verfügbar|beteiligt|vorhanden|verschieden|besser|weiter|leider|bereits|genauso|gewollt|beabsichtigt|gedacht|verlangt|gefordert|erwartet|enthalten|unterschiedlich|abhängig|entstanden|passiert|geschehen|aufgetreten|fehlgeschlagen|gescheitert",
    ],
  },
  {
    name: "French",
    past: [],
    have: ["j['’]ai", "(?:nous )?avons", "on a", "(?:a|ont) été"],
    is: ["est", "sont"],
    participle: ["[a-zà-ÿ]+(?:é|i|is|it|u|ert)e?s?"],
    gap: 0,
    idle: [
      "re?lue?s?|lu|vu|revu|vérifié|contrôlé|analysé|examiné|étudié|exploré|inspecté|cherché|recherché|trouvé|identifié|constaté|remarqué|noté|regardé|lancé|exécuté|testé|essayé|tenté|commencé|continué|compris|pensé|dû|pu|voulu|eu|été|repéré|découvert|reproduit|comparé|mesuré|laissé|choisi|décidé|préparé|proposé|rencontré|reçu|échoué|gardé|conservé|confirmé|validé|parcouru|consulté|observé|suivi|attendu|demandé|prévu|aussi|ainsi|arrêté|réussi|expliqué|résumé|décrit",
      "(?:cass|bloqu|appel|ignor|exécut|charg|renvoy|pass|utilis|lanc|stock|appliqu|li|bas|situ|utilis|refus|dépass|désign|cens|limit|perm|obligat|requ|nécess|invalid|annul|perd|vid|plac|nomm|prév|attend|conn|surcharg|déclench|exig|concern|press|destin|interd|bas|compos|divis|constitu)(?:é|is|u|i)e?s?|merci|clés?|côtés?|qualités?|propriétés?|priorités?|identités?|unités?|entités?|sociétés?|degrés?|résumés?|marchés?|contenus?|menus?|tissus?|aperçus?|audits?|commits?|conflits?|produits?|circuits?|crédits?|petite?s?|accès|avis|suivis?|tris?|verte?s?|qui|lui|celui|ici|aussi|depuis|parmi|oui|puis|plus|très|jamais|toujours|ailleurs|parmi|dessus|dessous",
    ],
  },
  {
    name: "Spanish",
    past: ["[a-zñáéíóú]{2,}(?:é|í)", "hice|puse", "se [a-zñáéíóú]{2,}(?:ó|aron|ieron)"],
    have: ["he", "hemos", "(?:ha|han) sido"],
    is: ["(?:ya )?está", "(?:ya )?están"],
    participle: ["[a-zñáéíóú]+(?:ad|id|íd)[oa]s?", "escrito|reescrito|hecho|puesto|resuelto|cubierto|descrito"],
    gap: 0,
    idle: [
      "(?:se )?(?:revis|verifi[cq]u?|comprob|prob|anali[cz]|examin|explor|bus[cq]u?|encontr|hall|identifi[cq]u?|detect|ejecut|intent|trat|empe[cz]|comen[cz]|inici|consegu|logr|not|observ|mir|le[iy]?|confirm|necesit|decid|pens|consider|prepar|propus|fall|dej|mantuv|manten|habl|pregunt|esper|compar|med|estudi|inspeccion|continu|prosigu|segu|sigu|detuv|deten|ten|pod|deb|quer|lleg|entend|aprend|valid|repas|consult|produj|reproduj|present|recib|plane|observ|descubr|qued|s|est)(?:é|í|ó|aron|ieron|yeron|yó|eron|ado|ido|ído)",
      "(?:rot|bloque|par|limit|esper|previst|localiz|situ|bas|llam|ignor|ejecut|corr|carg|devuelt|us|utiliz|almacen|guard|rechaz|neg|super|cancel|perd|invoc|oblig|destin|relacion|interes|equivoc|vac|ocup|interrump|olvid|pens|dise[ñn]|aislad|abiert|cerrad|elev|demasi|deten|desactualiz|desfas|caduc)(?:ad|id|íd)?[oa]s?",
      "visto|dicho|as[ií]|aquí|allí|ahí|sí|qué|por qué|café|aún|él",
    ],
  },
  {
    name: "Portuguese",
    past: [
      "[a-zà-ÿ]{2,}(?<![aei]r)ei|alterei|separei|gerei|retirei|tirei|virei",
      "[a-zà-ÿ]*(?:movi|solvi|screvi|senvolvi|uzi|rigi|uí|seri|fini|vidi|cobri|uni|ribuí)|fiz|pus",
    ],
    have: ["fo(?:i|ram)", "(?:tenho|temos)"],
    is: ["está", "estão"],
    participle: ["[a-zà-ÿ]+(?:ad|id|íd)[oa]s?", "(?:re)?(?:escrit|feit|post|cobert|abert|dit)[oa]s?"],
    gap: 0,
    idle: [
      "(?:re)?(?:vis|verifiqu|analis|examin|explor|busqu|procur|encontr|ach|identifiqu|detect|execut|rod|tent|comec|inici|not|observ|olh|confirm|precis|pens|consider|prepar|falh|deix|test|pergunt|esper|compar|estud|continu|par|valid|consult|inspecion|investigu|planej|cheg|fiqu|us|us|descobri|lembr|inspecion)ei",
      "hei|sei|lei|rei|reproduzi|decidi|medi",
      "(?:quebr|bloque|trav|par|limit|esper|previst|localiz|situ|base|cham|ignor|execut|rod|carreg|devolv|retorn|us|utiliz|armazen|grav|recus|neg|ultrapass|cancel|perd|invoc|analis|verific|revis|test|encontr|identific|observ|not|detect|inici|tent|pens|consider|lid|le|obrig|destin|relacion|interess|err|vaz|ocup|interromp|esquec|dit|public)(?:ad|id|íd|t)?[oa]s?",
    ],
  },
  {
    name: "Italian",
    past: [],
    have: ["ho", "abbiamo", "(?:è|sono) stat[oaie]"],
    is: ["è", "sono"],
    participle: ["[a-zà-ù]+(?:at|it|ut|tt|st|s|lt|nt|rt)[oaie]"],
    gap: 0,
    idle: [
      "(?:lett|ri?lett|vist|rivist|controllat|verificat|analizzat|esaminat|esplorat|cercat|trovat|identificat|individuat|rilevat|notat|osservat|guardat|lanciat|testat|provat|tentat|iniziat|cominciat|continuat|capit|pensat|dovut|potut|volut|avut|decis|scelt|preparat|propost|riscontrat|ricevut|fallit|lasciat|mantenut|confermat|riprodott|confrontat|misurat|studiat|interrott|chiest|attes|scopert|convalidat|esplorat|consultat|ispezionat|spiegat|descritt|rott|bloccat|chiamat|ignorat|eseguit|caricat|restituit|usat|utilizzat|memorizzat|basat|situat|rifiutat|superat|previst|annullat|pers|limitat|invocat|impostat|compost|destinat|obbligat|richiest|interess|sbagliat|scadut|vuot|tutt|quest|molt|tant|quant|cos|stat)[oaie]?",
    ],
  },
  {
    name: "Russian",
    past: ["[а-яё]{3,}(?:л|ла|ли)"],
    have: [],
    participle: [],
    gap: 0,
    idle: [
      "(?:посмотре|просмотре|проверя?и?|изучи|прочита|проанализирова|наш[её]|обнаружи|запусти|попробова|пыта|попыта|нача|продолжи|замети|поня|увиде|иска|протестирова|хоте|смог|мог|был?|ста|получи|столкну|подготови|предложи|выбра|остави|останови|сравни|измери|спроси|подожда|воспроизв[её]|исследова|рассмотре|ознакоми|убеди|подтверди|упа|успе|прош|ожида|дума|планирова|пробова|выясни|определи|если|или)(?:л|ла|ло|ли)?(?:ся|сь)?",
      "файла?|канала?|интервала?|портала?|сигнала?|журнала?|материала?|терминала?|раздела?|предела?|протокола?|символа?|функционала?|оригинала?|пробела?|сила|шкала|школа|скала|мала|цела|вряд ли|или|если|были|стали|сначала|дал|мал",
    ],
  },
  {
    name: "Japanese",
    past: ["[ぁ-んァ-ヶー一-龠]ました(?=[。！!)）]|\\s*$)"],
    have: [],
    participle: [],
    gap: 0,
    idle: [
      "(?:確認|検証|調査|分析|検討|検索|実行|失敗|発生|発見|理解|把握|判明|開始|着手|継続|中断|停止|待機|質問|依頼|提案|計画|準備|予定|表示|出力|テスト|比較|測定|特定|再現|成功|合格|パス|起動|説明|紹介|報告|試行|エラー|拒否|要求|終了|想定|推測|決定|選択|観察|参照|レビュー|通過|ブロック|クラッシュ|タイムアウト)(?:を|が|に)?(?:し|され|でき|なり|行い)ました",
      "(?:調べ|試し|試み|見つけ|見つかり|見|読み|読み込み|わかり|分かり|気づき|気付き|思い|考え|始め|続け|待ち|返し|返り|なり|あり|い|来|行き|通り|変わり|選び|決め|受け|もらい|いただき|伝え|止まり|落ち|でき|起き|済み|求め|聞き|尋ね)ました",
    ],
  },
  {
    name: "Korean",
    past: [`[${koreanPast}](?:습니다(?=[.!。)]|\\s*$)|고|으며)`],
    have: [],
    participle: [],
    gap: 0,
    idle: [
      "(?:확인|검토|분석|조사|실행|시도|실패|시작|계속|중단|테스트|검증|비교|측정|이해|파악|생각|결정|선택|준비|제안|계획|요청|질문|발생|통과|성공|설명|보고|재현|탐색|관찰|추정|거부|차단)(?:을|를|이|가)?\\s*(?:했|하였|됐|되었|해 ?봤|해 ?보았)(?:습니다|고|으며)",
      "(?:살펴|찾아|읽어|돌려|해) ?(?:봤|보았)(?:습니다|고|으며)|(?:읽|찾|보|알|받|기다|멈|남|있|없|같|않|못|나|생겼|걸렸|났|떴|바랐)[가-힣]{0,2}(?:습니다|고|으며)|(?:지|수) ?(?:않았|못했|없었|있었)(?:습니다|고|으며)|(?:못했|됐|되었|이었|(?:오류|문제|원인|버그|이유|상태|때문|실수|누락)였)(?:습니다|고|으며)",
    ],
  },
];
