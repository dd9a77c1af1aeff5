/**
 * The words with which a language says that the agent stops because it cannot go on, each a part of a regular expression
 * in lower case. `stopped.ts` combines them.
 */
export interface StopWords {
  readonly spaced: boolean;
  /** As a label in front of the message: "BLOCKED – no permission". */
  readonly blocked: readonly string[];
  /** "I cannot continue." */
  readonly cannot: readonly string[];
  /** A person has to act: "user action required". */
  readonly person: readonly string[];
  /** A person has to decide: "I need a decision from you". Also as a question. */
  readonly decides: readonly string[];
  /** "I stop here." */
  readonly stops: readonly string[];
  /** What is missing or was refused: enough only beside a request or a stop. */
  readonly lacks: readonly string[];
  /** A request that goes with it: "please allow edits". */
  readonly asks: readonly string[];
}

export const stopWords: readonly StopWords[] = [
  // English
  {
    spaced: true,
    blocked: ["blocked", "stuck"],
    cannot: [
      "(?:cannot|can['’]t|can not|unable to|not able to) (?:execute|proceed|continue|go (?:on|any further)|move (?:on|forward)|do anything)",
      "(?:cannot|can['’]t|unable to) \\w+(?: \\S+){0,4}? (?:until|unless|without) (?:you|someone|somebody|a person|the user|an admin|permission|access|credentials|it|them)",
    ],
    person: [
      "(?:user|human|manual|operator|your) (?:action|input|intervention|attention|decision|approval|permission) (?:is |are )?(?:required|needed|necessary)",
      "requires? (?:user|human|manual|your) (?:action|input|intervention|attention|decision|approval)",
      "needs? (?:you|a person|a human|someone) to",
      "(?:someone|somebody|a person|an admin\\S*|the owner) (?:has|needs) to \\w+",
    ],
    decides: [
      "needs? (?:a |an |your |some |one )?(?:\\S+ )?(?:decision|answer|clarification|guidance|go-ahead|sign-off|direction) (?:from (?:you|someone|a person)|before|to (?:continue|proceed|go on))",
    ],
    stops: [
      "exiting",
      "stopping(?: here| now| the loop| execution)?",
      "i(?:['’]m| am) stopping(?: here)?",
      "aborting",
      "terminating",
      "i(?:['’]ll| will) stop here",
      "giving up",
    ],
    lacks: [
      "no (?:task|spec|specification|task spec|prompt|plan|instructions?|credentials|permission|access)",
      "(?:permission|access) (?:was |is )?denied",
      "missing",
      "(?:is|was|were|are|has been|been) (?:rejected|refused|denied)",
      "(?:do|does|did) not exist",
      "not (?:configured|available|installed|allowed|permitted)",
      "(?:could|can) ?not (?:write|read|edit|access|run|execute|start)",
      "expired",
      "eacces|eperm",
    ],
    asks: [
      "please (?:allow|grant|enable|approve|provide|add|set|renew|log in|sign in|restart|install|give)",
      "i need you to",
    ],
  },
  // German
  {
    spaced: true,
    blocked: ["blockiert"],
    cannot: [
      "(?:kann|können) (?:ich |wir )?(?:hier )?nicht (?:fortfahren|weitermachen|weiterarbeiten|weiter)",
      "komme (?:ich )?(?:hier )?nicht weiter",
      "nicht ausführbar",
    ],
    person: [
      "(?:eingreifen|eingriff|aktion|handlung|entscheidung|freigabe)(?: \\S+){0,3} (?:erforderlich|nötig|notwendig)",
    ],
    decides: [
      "(?:brauche|benötige)(?: ich)? (?:\\S+ ){0,3}?(?:entscheidung|klärung|klarstellung|rückmeldung|antwort)",
      "musst du entscheiden",
      "müssen sie entscheiden",
    ],
    stops: [
      "(?:ich )?(?:breche|höre) (?:hier |jetzt )?(?:ab|auf)",
      "abbruch",
      "ich stoppe(?: hier)?",
      "beende (?:hier|die)",
    ],
    lacks: [
      "fehlt",
      "fehlen",
      "fehlende\\S*",
      "keine (?:berechtigung|rechte|zugangsdaten|aufgabe|freigabe)",
      "verweigert",
      "abgelehnt",
      "existiert nicht",
      "abgelaufen",
    ],
    asks: ["bitte (?:erteile|erteilen|gib|geben|erlaube|erlauben|stelle|richte|hinterlege)", "ohne (?:ihn|sie|diese)"],
  },
  // French
  {
    spaced: true,
    blocked: ["bloqué", "bloquée"],
    cannot: [
      "impossible de (?:continuer|poursuivre|avancer|procéder|exécuter)",
      "(?:je )?ne (?:peux|puis) (?:pas |plus )?(?:continuer|poursuivre|avancer)",
    ],
    person: ["(?:action|intervention|décision|autorisation)(?: \\S+){0,5} (?:requise|nécessaire)"],
    decides: [
      "(?:il me faut|(?:j['’]ai )?besoin d['’]|il faut) ?(?:une |votre |ta )?(?:décision|réponse|précision|clarification)",
    ],
    stops: ["(?:je )?m['’]arrête(?: ici| là)?", "arrêt", "j['’]abandonne", "fin de l['’]exécution"],
    lacks: [
      "manqu\\S+",
      "absente?s?",
      "(?:pas|aucun\\S*) (?:l['’]?|d['’])?(?:autorisation|accès|droit\\S*|identifiant\\S*)",
      "refusée?s?",
      "n['’]existe pas",
      "expirée?s?",
    ],
    asks: ["(?:veuillez|merci de|pouvez-vous|peux-tu)", "autorisez", "accordez"],
  },
  // Spanish
  {
    spaced: true,
    blocked: ["bloquead[oa]"],
    cannot: ["no (?:puedo|es posible|se puede) (?:continuar|seguir|avanzar|proceder|ejecutar)"],
    person: [
      "(?:se )?requier\\S+ (?:la )?(?:acción|intervención|aprobación|autorización)(?: \\S+){0,3}",
      "(?:acción|intervención)(?: \\S+){0,3} requerida",
      "permisos? requeridos?",
    ],
    decides: [
      "(?:necesito|hace falta|me falta) (?:\\S+ ){0,2}?(?:decisión|respuesta|aclaración)",
      "necesito que (?:decidas|decida|elijas|elija|aclares|aclare)",
    ],
    stops: ["me detengo(?: aquí)?", "deteniendo(?:me)?", "paro aquí", "abortando", "saliendo", "finalizo aquí"],
    lacks: [
      "falta[n]?",
      "sin (?:permisos?|credenciales|acceso)",
      "denegad[oa]s?",
      "rechazad[oa]s?",
      "se (?:rechaza|deniega)n?",
      "no existe",
      "ausentes?",
      "faltantes?",
      "caducad[oa]s?",
    ],
    asks: ["por favor", "concede", "autoriza", "proporciona"],
  },
  // Portuguese
  {
    spaced: true,
    blocked: ["bloquead[oa]"],
    cannot: ["não (?:consigo|posso|é possível|dá para) (?:continuar|prosseguir|avançar|executar)"],
    person: [
      "(?:é )?(?:necessári[oa]|requerid[oa]|precisa de) (?:uma |a )?(?:ação|intervenção|aprovação|autorização)(?: \\S+){0,3}",
      "(?:ação|intervenção)(?: \\S+){0,3} (?:necessária|requerida)",
      "permissões? (?:necessárias?|requeridas?)",
    ],
    decides: [
      "(?:preciso d[eao]|necessito d[eao]|falta) (?:\\S+ ){0,2}?(?:decisão|resposta|esclarecimento)",
      "preciso que (?:você )?(?:decida|escolha|esclareça)",
    ],
    stops: ["par(?:o|ando|ei)(?: por)? aqui", "interrompendo", "abortando", "encerrando", "saindo"],
    lacks: [
      "falta[m]?",
      "sem (?:permissão|permissões|credenciais|acesso)",
      "negad[oa]s?",
      "(?:rejeitad|recusad)[oa]s?",
      "não existe",
      "ausentes?",
      "expirad[oa]s?",
    ],
    asks: ["por favor", "conceda", "autorize", "forneça"],
  },
  // Italian
  {
    spaced: true,
    blocked: ["bloccat[oa]"],
    cannot: [
      "(?:non (?:posso|riesco a|si può|è possibile)|impossibile) (?:continuare|proseguire|procedere|andare avanti|eseguire)",
    ],
    person: [
      "(?:è )?(?:richiest[oa]|necessari[oa]) (?:un |il |la )?(?:tuo |suo )?(?:intervento|azione|autorizzazione|approvazione)(?: \\S+){0,3}",
      "(?:intervento|azione)(?: \\S+){0,3} richiest[oa]",
    ],
    decides: ["(?:mi serve|serve|ho bisogno di|occorre) (?:\\S+ ){0,2}?(?:decisione|risposta|chiarimento)"],
    stops: ["mi fermo(?: qui)?", "interrompo", "mi interrompo", "uscita"],
    lacks: [
      "mancan\\S+",
      "manca",
      "senza (?:permessi|credenziali|accesso)",
      "negat[oaie]",
      "rifiutat[oaie]",
      "non esiste",
      "scadut[oaie]",
    ],
    asks: ["per favore", "concedi", "autorizza", "fornisci"],
  },
  // Russian
  {
    spaced: true,
    blocked: ["заблокирован[оа]?"],
    cannot: ["(?:не могу|невозможно|нельзя) (?:продолж\\S+|выполн\\S+|двигаться)"],
    person: [
      "(?:требуется|нужно|необходимо) (?:действие|вмешательство|решение|разрешение|подтверждение)(?: \\S+){0,2}",
    ],
    decides: ["(?:нужно|нужен|требуется|необходимо|жду) (?:\\S+ )?(?:решение|ответ|уточнение)(?! проблем| задач)"],
    stops: [
      "останавливаюсь",
      "на этом останавливаюсь",
      "прекращаю(?: работу)?",
      "прерываю",
      "завершаю работу",
      "выхожу",
    ],
    lacks: [
      "нет (?:прав|доступа|пароля|ключа|токена|уч[её]тных данных|разрешения|задания|файла)",
      "отсутству\\S+",
      "отказано",
      "отклон\\S+",
      "ист[её]к\\S*",
      "без (?:него|них|доступа)",
    ],
    asks: ["пожалуйста", "предоставьте", "разрешите", "дайте"],
  },
  // Chinese
  {
    spaced: false,
    blocked: ["(?:已|被)?阻塞", "受阻", "卡住"],
    cannot: ["(?:无法|無法|不能)(?:再)?(?:继续|繼續|执行|執行|进行下去|推进)"],
    person: ["需要(?:用户|用戶|您|你|人工)(?:的)?(?:授权|授權|操作|干预|介入|确认|確認|处理|批准)"],
    decides: ["需要(?:由)?(?:您|你|用户|人工)(?:来|來)?(?:的)?(?:决定|決定|选择|選擇|拍板|答复|回答|明确)"],
    stops: ["到此(?:停止|为止)", "(?:我)?(?:停止|终止|終止|退出)(?:执行|運行|运行|工作)?(?=[。.!]|$)"],
    lacks: ["缺少", "没有.{0,10}(?:权限|凭据|凭证)", "被拒绝", "不存在", "已过期"],
    asks: ["请"],
  },
  // Japanese
  {
    spaced: false,
    blocked: ["ブロック(?:中|されました|されています)?", "停止中"],
    cannot: [
      "(?:続行|続け|継続|実行|進め)(?:ること)?(?:が|は)?(?:でき(?:ません|ない)|られ(?:ません|ない))",
      "(?:進め|続け)(?:られ)?ません",
      "(?:先に|前に|これ以上)(?:は)?(?:進め|続け)(?:ない|ません)",
    ],
    person: ["(?:ユーザー|あなた|人)(?:の|による)(?:対応|操作|承認|確認|許可|判断)が必要"],
    decides: ["(?:判断|決定|選択|回答|方針)(?:を|が)(?:お願いし|必要|いただ|待)", "決めて(?:ください|いただ)"],
    stops: ["(?:ここで)?(?:停止|中断|終了|中止)します"],
    lacks: ["がありません", "がない", "不足", "拒否され", "存在しません", "期限切れ"],
    asks: ["ください", "お願い"],
  },
  // Korean
  {
    spaced: false,
    blocked: ["차단(?:됨|되었습니다)?", "막힘"],
    cannot: ["(?:계속|진행|실행)\\s?(?:할|될) 수 (?:없습니다|없어|없음)"],
    person: ["(?:사용자|사람)의? (?:조치|승인|확인|개입|허가)(?:가|이) 필요"],
    decides: ["(?:결정|판단|선택|답변)(?:이|을|를)? ?(?:필요|해 ?주|부탁|기다)"],
    stops: ["(?:여기서 )?(?:중단|중지|종료|멈)(?:합니다|춥니다|하겠습니다)"],
    lacks: ["없습니다", "없어", "없음", "부족", "거부되", "존재하지 않", "만료"],
    asks: ["주세요", "주십시오", "바랍니다"],
  },
];
