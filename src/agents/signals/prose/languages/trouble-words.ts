/**
 * The words with which a language takes a claim back, each a part of a regular expression in lower case. `trouble.ts`
 * reads them: what takes back that a task is done takes back that all of it is done, in whatever language either is said.
 */
export interface TroubleWords {
  readonly name: string;
  /** Whether words are separated by blanks. */
  readonly spaced: boolean;
  /** Tests, a build or the product do not work. */
  readonly fails: readonly string[];
  /** A part of the work is missing or does not work yet. */
  readonly lacks: readonly string[];
  /** What the agent does now or next: "now I run the tests". */
  readonly announces: readonly string[];
  /** It was so before, or is not about this work: then it takes nothing back. */
  readonly aside: readonly string[];
  /** A check that could not be run says nothing about the work. */
  readonly notRun: readonly string[];
}

export const troubleWords: readonly TroubleWords[] = [
  {
    name: "English",
    spaced: true,
    fails: [
      "(?:tests?|builds?|suite|cases?|specs?|checks?|lint(?:er)?|linting|pytest|npm test|ci|pipeline|compil(?:er|ation)|type ?check|workflow)(?: (?!that|which)\\S+){0,4}? (?:still |now |currently )?(?:fails?|(?<!(?:was|were|been) )failing|(?:is|are|stays?|turned) (?:still |now |currently )?(?:red|broken))",
      "(?:still|keeps?) (?:fail(?:s|ing)?|(?:crash|hang|break|throw|panick?|segfault)(?:e?s|ing)|returns? (?:an? )?(?:error|[45]\\d\\d|null|undefined|wrong))",
      "(?:not|n['’]t) (?:yet )?(?:compile|build|pass)(?! (?:on|to|in|the|an?) \\S)",
      "^\\W*(?:they|it|these|those|all|both|some|most|(?:two|three|four|five|\\d+)(?: of (?:them|these|those))?)(?: (?!no|not)\\w+)? (?:still |currently |now )?fails?(?= *(?:[.,;:!(—–]|$))",
      "nothing (?:compiles|builds|works|runs|passes|starts|loads)",
      "(?<!(?:of|for|a|all|these|those|any|more|no|that|which|who|the|from|about|\\w+ed|\\w+ing|\\d) )(?:crashes|hangs|segfaults|panics|deadlocks|freezes)(?= (?:on|at|in|during|with|after|as|under|immediately|every|right|whenever)|(?: now)? *(?:[.,;:!]|$))",
      "(?:does not|do not|doesn['’]t|don['’]t|will not|won['’]t) (?:yet |currently |really |even )?(?:work|start|load|run|render|respond)(?= *(?:[.,;:!)—–]|$)| (?:yet|at all|properly|correctly|right now|at the moment|any ?more|for now|so far))",
      "(?:is|are|remains?|stays?) (?:still |now |currently |completely |totally |badly )?broken(?= *(?:[.,;:!)—–]|$)| (?:on|in|at|for|right|and|since))",
      "(?:probably|likely|still|clearly|just|plainly) (?:wrong|broken|incorrect|buggy)",
    ],
    lacks: [
      "(?:is|are) (?:still |currently |also )?(?:missing|lacking|absent)(?= *(?:[.,;:!)—–]|$)| (?:and|so|from))",
      "(?:does not|do not|doesn['’]t|don['’]t|is not|are not|isn['’]t|aren['’]t|cannot|can['’]t|has not|have not|hasn['’]t|haven['’]t|not) (?:[^.,;:]{1,40} )?yet(?! (?:another|again))",
      "not yet (?!another|again)\\w+",
    ],
    announces: [
      "now (?:running|checking|verifying|testing|fixing|adding|implementing|updating|writing|working|moving|starting|looking|building|creating|refactoring|cleaning|continuing|proceeding|turning|investigating|finishing|migrating|porting|wiring|let)",
      "(?:running|re-?running) (?:the )?(?:tests?|build|suite|checks?)(?: \\S+)?(?= *(?:[.…]|$))",
      "(?:i(?:['’]ll| will)|going to) (?:now|next|then)",
      "next,? (?:i(?:['’]ll| will)|i['’]m going to|i am going to|we(?:['’]ll| will))",
      "(?:the |my |our )?next steps? (?:is|are|will be)(?: now)? (?!yours|up to|optional|for you|entirely|complete|done|there|left|all)\\S+",
      "comes? next",
      "(?:follow|follows) next",
      "will follow",
      "(?:and|i) will continue",
      "need(?:s)? (?:another|one more) (?:turn|iteration|session|round|step|pass)",
    ],
    aside: [
      "unrelated",
      "pre-?existing",
      "no longer",
      "(?:failed|failing|fails?|broken|red|there|so) (?:already |even )?before",
      "(?:was|were) (?:already )?(?:there|broken|failing|red) before",
      "independent(?:ly)? of",
      "out of scope",
      "not (?:a )?part of",
      "(?:as|like) (?:it|they) did before",
    ],
    notRun: [
      "(?:could not|couldn['’]t|can(?:not|['’]t)|was unable to|were unable to|unable to|was not able to|did not|didn['’]t|have not|haven['’]t) (?:be )?(?:run|ran|execute[d]?|start(?:ed)?) (?:\\S+ ){0,4}?(?:tests?|suite|build|linter|checks?|specs?)",
      "(?:tests?|suite|linter|specs?|checks?) (?:\\S+ ){0,2}?(?:could not|couldn['’]t|cannot|can['’]t) (?:be (?:run|executed|started)|run)",
    ],
  },
  {
    name: "German",
    spaced: true,
    fails: [
      "(?:\\S*tests?|\\S*build|\\S*suite|ci|pipeline|\\S*kompilierung|lint(?:er)?|typprüfung|testlauf)(?: \\S+){0,4}? (?:schlägt|schlagen|fehl(?:schlägt|schlagen)|scheiter(?:t|n)|bricht|brechen|rot|kaputt)",
      "(?:schlägt|schlagen) (?:\\S+ ){0,3}?fehl",
      "scheiter(?:t|n)(?= (?:noch|weiterhin|an|bei)|[.,;!]|$)",
      "(?:kompiliert|baut|startet|funktionier(?:t|en)|lädt|laden) (?:(?!nicht|nur)\\S+ ){0,3}?nicht(?= *(?:[.,;:!)—–]|$)| (?:mehr|richtig|korrekt|wie))",
      "(?:läuft|laufen) (?:\\S+ ){0,2}?nicht (?:durch|grün|sauber)",
      "stürz(?:t|en) (?:(?!nicht|nie)\\S+ ){0,4}?ab",
      "(?:wirft|liefert|meldet|gibt|bricht) (?:\\S+ ){0,3}?(?:immer noch|noch immer|weiterhin)",
      "(?:ist|sind|bleibt|bleiben) (?:\\S+ ){0,2}?(?:kaputt|defekt|rot)",
    ],
    lacks: [
      "fehl(?:t|en) (?:\\S+ )?(?:noch|weiterhin|bisher)",
      "(?:noch|weiterhin) fehl(?:t|en)",
      "fehl(?:t|en)(?= *(?:[.,;!]|$))",
      "noch (?:gar |überhaupt )?(?:nicht|kein\\S*)(?! (?:bekannt|gefunden|aufgetreten|fehler|problem))",
    ],
    announces: [
      "(?:jetzt|nun|danach|anschließend|dann|als nächstes) (?!habe)\\S+ (?:ich|wir)",
      "ich \\S+ (?:jetzt|nun|als nächstes|anschließend|danach|dann)",
      "folg(?:t|en)(?: noch| (?:als nächstes|danach|später))?(?= *(?:[.!]|$))",
      "nächste[rn]? schritte? (?:ist|sind|wird|werden)(?! (?:dir|ihnen|optional|deine|ihre))",
      "als nächstes (?:kommt|kommen|ist|sind|steht|stehen|folgt|folgen)",
    ],
    aside: [
      "(?:schon|bereits|auch) (?:vorher|zuvor|vor meiner)",
      "unabhängig (?:davon|von)",
      "hat nichts mit",
      "haben nichts mit",
    ],
    notRun: [
      "(?:konnte|konnten|kann) (?:\\S+ ){0,8}?nicht (?:ausführen|laufen lassen|starten|ausgeführt werden|gestartet werden)",
      "(?:tests?|suite) (?:\\S+ ){0,3}?(?:nicht (?:ausgeführt|gestartet|laufen lassen)|ließen sich (?:\\S+ ){0,2}?nicht)",
    ],
  },
  {
    name: "French",
    spaced: true,
    fails: [
      "(?:tests?|compilation|build|ci|intégration continue|pipeline|suite|lint(?:er)?)(?: \\S+){0,3}? (?:échoue(?:nt)?|en échec|cassée?s?|(?:est |sont )?(?:au )?rouges?|plante(?:nt)?)",
      "échoue(?:nt)?",
      "ne (?:passe|compile|marche|fonctionne|démarre|charge|tourne)(?:nt)? (?:toujours |encore )?(?:pas|plus)",
      "(?<!ne )plante(?:nt)? (?:encore|toujours|au|aux|à|dans|lors|dès|en|quand)",
      "renvoie(?:nt)? (?:encore|toujours)",
      "(?:est|sont|reste|restent) (?:encore |toujours )?(?:cassée?s?|en panne)",
    ],
    lacks: [
      "il (?:me |nous |y )?manque(?! (?:rien|plus))",
      "manque(?:nt)? (?:encore|toujours)",
      "manque(?:nt)?(?= *(?:[.,;!]|$))",
      "(?:ne|n['’])[^.,;]{1,30} pas encore",
      "pas encore(?= *(?:[.,;!]|$)| \\S+ée?s?)",
    ],
    announces: [
      "je (?:passe|m['’]occupe|m['’]attaque|continue|poursuis)(?: maintenant| ensuite| désormais)? ?(?:à|aux?|de|du|des|avec|par|l)?(?= )",
      "(?:je|nous) (?!(?:n|ne|vous|m)(?![a-z]))\\S+ (?:maintenant|ensuite|à présent)",
      "(?:maintenant|ensuite|puis|à présent),? (?:je|nous|j['’])(?!ai)",
      "(?:je vais|nous allons)",
      "suivront|suivra|(?:viennent|vient) ensuite",
      "(?:prochaines? étapes?|étapes? suivantes?) (?:est|sont|sera|seront|consiste)",
    ],
    aside: ["déjà avant", "(?:sans|aucun) (?:rapport|lien)", "préexistant\\S*", "indépendamment"],
    notRun: [
      "(?:pas pu|impossible de|pu pas|pas réussi à) (?:faire )?(?:lancer|exécuter|tourner|démarrer)",
      "tests? (?:\\S+ ){0,3}?(?:n['’](?:ont|a) pas pu|pas été (?:lancé|exécuté))",
    ],
  },
  {
    name: "Spanish",
    spaced: true,
    fails: [
      "(?:pruebas?|tests?|compilación|build|ci|pipeline|suite|lint(?:er)?)(?: \\S+){0,4}? (?:falla(?:n|ndo)?|fallaron|rot[oa]s?|en rojo|roj[oa]s?)",
      "(?:sigue|siguen) (?:fallando|roto|rota|dando)",
      "fallan?",
      "no (?:compila|pasa|funciona|arranca|carga|inicia)n?(?! (?:con|sin|si|en [a-z]+ antigu))",
      "se (?:cae|cuelga|rompe)n? (?:al|en|cuando|con|todavía|aún)",
      "todavía (?:da|devuelve|lanza)n?",
    ],
    lacks: [
      "(?<!(?:hace|sin|hacen) )faltan? \\S+",
      "(?:todavía|aún) (?:no|faltan?)",
      "no [^.,;]{1,30} (?:todavía|aún)(?= *(?:[.,;!]|$))",
    ],
    announces: [
      "(?:ahora|después|luego|a continuación),? me (?:ocupo|pongo|dedico|encargo|toca)",
      "(?:ahora|después|luego|a continuación|en seguida),? (?:voy|vamos|ejecuto|lanzo|compruebo|verifico|reviso|paso|continúo|sigo|empiezo|procedo|corrijo|implemento|añado|actualizo|escribo|miro|leo|pruebo|hago|comienzo|toca)",
      "(?:ahora|después|luego|a continuación|seguidamente|en seguida),? [a-zñáéíóú]{2,}[aei]ré(?![a-zñáéíóú])",
      "(?<!no )(?:voy|vamos) a",
      "(?:vienen|viene|irán|siguen) (?:después|luego|a continuación)",
      "(?:después|luego|a continuación),? (?:vienen?|van?|sigue|siguen|tocan?)",
      "(?:siguientes?|próximos?) pasos? (?:es|son|será|serán|consiste)",
      "lo siguiente (?:es|será)",
    ],
    aside: [
      "(?:ya|desde) antes",
      "sin relación",
      "no (?:está|están) relacionad[oa]s?",
      "preexistentes?",
      "ya fallaban?",
    ],
    notRun: [
      "(?:no (?:pude|he podido|fue posible|ha sido posible|se pudo|se pudieron|pudieron|pudo|se han podido)|imposible) (?:\\S+ )?(?:ejecutar|lanzar|correr|ejecutarse|arrancar)\\S*",
    ],
  },
  {
    name: "Portuguese",
    spaced: true,
    fails: [
      "(?:testes?|compilação|build|ci|pipeline|suíte|suite|lint(?:er)?)(?: \\S+){0,4}? (?:falha(?:m|ndo)?|falhou|falharam|quebrad[oa]s?|vermelh[oa]s?)",
      "(?:continua|continuam|segue|seguem) (?:falhando|quebrad[oa]s?|dando)",
      "ainda (?:falha|dá|devolve|retorna|lança)m?",
      "não (?:compila|passa|funciona|inicia|carrega|sobe|roda)m?(?! (?:com|sem|se|em [a-z]+ antig))",
      "(?:quebra|trava|cai)m? (?:ao|quando)",
    ],
    lacks: ["(?<!sem )faltam? \\S+", "ainda (?:não|faltam?)", "não [^.,;]{1,30} ainda(?= *(?:[.,;!]|$))"],
    announces: [
      "(?:agora|depois|em seguida),? (?:me (?:ocupo|dedico)|passo|cuido|trato)",
      "(?:agora|depois|em seguida|a seguir),? (?:vou|vamos|executo|rodo|verifico|reviso|passo|continuo|sigo|começo|corrijo|implemento|adiciono|atualizo|escrevo|leio|testo|faço)",
      "(?:agora|depois|em seguida|a seguir),? [a-zà-ÿ]{2,}[aei]rei(?![a-zà-ÿ])",
      "(?<!não )vou (?!bem)\\S+r",
      "(?:vêm|vem|virão|seguem|ficam) (?:a seguir|depois|em seguida)",
      "(?:a seguir|depois|em seguida),? (?:vêm|vem|virão|seguem|faltam)",
      "próximos? passos? (?:é|são|será|serão|consiste)",
    ],
    aside: ["já antes", "sem relação", "não (?:tem|têm) relação", "pré-?existentes?", "já falhavam?"],
    notRun: [
      "(?:não (?:consegui|foi possível|pude|puderam|pôde|deu para)|impossível) (?:\\S+ )?(?:rodar|executar|iniciar|ser (?:executad|rodad))\\S*",
    ],
  },
  {
    name: "Italian",
    spaced: true,
    fails: [
      "(?:test|compilazione|build|ci|pipeline|suite|lint(?:er)?)(?: \\S+){0,4}? (?:falliscono|fallisce|fallit[oia]|rott[oaie]|ross[oaie])",
      "falliscono|fallisce",
      "non (?:compila|passa|funziona|parte|carica)(?:no)?(?! (?:con|senza|se))",
      "non si (?:avvia|carica|compila)(?:no)?",
      "(?<!non )(?:va|vanno) (?:ancora )?in (?:crash|errore)",
      "(?:dà|danno|restituisce|restituiscono|lancia) (?:ancora|sempre)",
      "si blocca(?:no)? (?:al|all['’]|in|durante|quando)",
    ],
    lacks: ["manca(?:no)?(?= |[.,;!]|$)(?! (?:niente|nulla))", "non [^.,;]{1,30} ancora", "(?:ancora non|non ancora)"],
    announces: [
      "(?:ora|adesso|poi),? mi (?:occupo|dedico|metto)",
      "(?:ora|adesso|poi|quindi|in seguito),? (?:eseguo|lancio|controllo|verifico|passo|continuo|proseguo|inizio|procedo|correggo|implemento|aggiungo|aggiorno|scrivo|leggo|provo|faccio|vado)",
      "(?:ora|adesso|poi|quindi|in seguito|dopo|successivamente),? [a-zà-ù]{2,}rò(?![a-zà-ù])",
      "(?<!non )(?:sto per|vado a)",
      "(?:seguiranno|seguirà|(?:vengono|viene) dopo)",
      "(?:poi|dopo|in seguito),? (?:toccherà|tocca|viene|vengono|verrà|verranno|seguono)",
      "(?:prossim[oi]|successiv[oi]) pass[oi] (?:è|sono|sarà|saranno|consiste)",
      "pass[oi] successiv[oi] (?:è|sono|sarà|saranno)",
    ],
    aside: ["già prima", "non (?:è|sono) (?:correlat|collegat|legat)[oaie]", "preesistent[ei]", "già fallivano"],
    notRun: [
      "(?:non (?:ho potuto|sono riuscit[oa] a|è stato possibile|si sono potuti|hanno potuto)|impossibile) (?:\\S+ )?(?:eseguir|lanciar|avviar|far girare)\\S*",
      "test (?:\\S+ ){0,3}?non (?:sono|è) stat[oi] eseguit[oi]",
    ],
  },
  {
    name: "Russian",
    spaced: true,
    fails: [
      "(?:тест\\S*|сборка|билд|ci|пайплайн|линтер|компиляция)(?: \\S+){0,3}? (?:пада(?:ет|ют)|упал[аио]?|провал\\S+|слома\\S+|красн\\S+)",
      "(?:тест\\S*|сборка|билд|ci|пайплайн|линтер|компиляция)(?: \\S+){0,3}? не (?:проход\\S+|прошл\\S+|прош[её]л|собира\\S+)",
      "не (?:собирается|компилируется|работа(?:ет|ют)|запуска(?:ется|ются)|открыва(?:ется|ются)|загружа(?:ется|ются))(?! (?:без|если|с (?:старым|пустым)))",
      "(?:вс[её] ещё|по-прежнему|вс[её] еще) (?:пада|возвраща|выда|бросает|лома|не )\\S*",
      "пада(?:ет|ют) (?:при|на|с ошибкой|во время)",
    ],
    lacks: [
      "(?:пока|ещё|еще) нет(?! (?:проблем|ошибок|замечаний))",
      "не хватает",
      "отсутству(?:ет|ют)",
      "(?:ещё|еще) не \\S+",
      "пока не (?:работа|готов|реализован|сделан|поддерж|написан)\\S*",
    ],
    announces: [
      "(?:теперь|дальше|далее|затем) (?:займусь|перехожу|приступаю|берусь)",
      "(?:теперь|сейчас|далее|затем|потом|дальше) (?:я )?\\S+(?:ю|у|юсь|усь)",
      "(?:следующие|следующим|на очереди|впереди)(?= *(?:[.!]|$))",
      "(?:дальше|далее|затем|потом),? (?:идут|идёт|идет|следу\\S+|будут|будет|очередь)",
      "следующ(?:ий|им) шаг\\S*",
    ],
    aside: [
      "(?:и )?(?:до этого|раньше тоже|до моих|до изменени\\S+)",
      "не связан[аоы]?",
      "больше не",
      "не относ(?:ится|ятся)",
    ],
    notRun: [
      "(?:не удалось|не смог(?:ла|ли)?|не получилось|невозможно) (?:\\S+ )?(?:запустить|выполнить|прогнать)",
      "(?:запустить|выполнить|прогнать) (?:\\S+ ){0,3}?(?:не удалось|не смог(?:ла|ли)?|не получилось)",
      "тест\\S* (?:\\S+ ){0,3}?не (?:запускал\\S+|выполнял\\S+)",
    ],
  },
  {
    name: "Chinese",
    spaced: false,
    fails: [
      "(?:测试|測試|构建|構建|编译|編譯|\\bci\\b|流水线|打包|用例)(?!用例|名|文件)[^，,。；;]{0,12}?(?:失败|失敗|不通过|不通過|未通过|未通過|没有通过|没通过|沒通過|报错|報錯|是红的|变红|跑不过|挂了)(?!的(?:问题|情况|原因|提示|用例|场景|时候)|提示|重试|处理|时)",
      "(?:还有|仍有|还剩|有)[^，,。]{0,8}(?:失败|失敗)(?:的(?:测试|用例))",
      "(?:失败|失敗)(?:了)?(?=[。，,!！；;\\s]|$)",
      "(?:仍然?|还是|依然|依旧|还会|一直)(?:会|在|无法|不能)?(?:报错|崩溃|失败|出错|闪退|报|抛出|返回\\s*[45]\\d\\d)",
      "(?:启动|打开|保存|提交|运行)(?:时|后)[^，,。]{0,4}(?:会|就|仍)?(?:崩溃|报错|闪退|卡死)(?!的)",
      "(?:无法|無法|不能|没法)(?:正常)?(?:编译|編譯|构建|構建|启动|啟動|工作|使用)(?=[。，,!！；;]|$)",
    ],
    lacks: [
      "(?:还|還|仍然?|尚|暂时?|目前)(?:是)?(?:缺少?|欠缺|差(?!不多)|未|没(?!有(?:发现|问题))|沒|不能|不支持|无法|無法|不可|不行)",
      "(?:还|仍)不(?:能|会|可)",
    ],
    announces: [
      "(?:现在|現在|接下来|接下來|下面|随后|然后)(?:我)?(?:来|去|要|将|開始|开始)?(?:运行|執行|执行|检查|修复|处理|處理|实现|添加|测试|继续|看)",
      "(?:接下来|接下來|稍后|随后)(?:处理|處理|完成|实现|进行)",
      "(?:接下来|接下來|随后|然后)(?:我|我们)?(?:会|會|将|將|要|就)",
      "下一步(?:就?是|将|將|我|会|會|要|需要)",
    ],
    aside: ["无关", "無關", "(?:之前|原本|本来|原先)就", "不再", "已有的问题"],
    notRun: [
      "(?:没能|没法|无法|未能|没有办法|没有|不能|無法)(?:在[^，,。]{1,12})?(?:运行|執行|执行|跑|启动)[^，,。]{0,8}(?:测试|測試|用例|套件)",
      "(?:测试|測試|用例)[^，,。]{0,6}(?:没能|没法|无法|未能|没有)(?:运行|执行|跑)",
    ],
  },
  {
    name: "Japanese",
    spaced: false,
    fails: [
      "(?:テスト|ビルド|\\bci\\b|コンパイル|パイプライン).{0,14}(?:失敗(?!する(?:問題|原因|場合|ケース))|通らない(?!問題)|通りません|落ち(?:ます|ています)|赤いまま|エラーになり|壊れて)",
      "(?:失敗し(?:ています|ます)|エラーになり|失敗です)",
      "(?:動き|動作し|起動し|使え|開け)ません(?=[。！!]|$)",
      "クラッシュし(?:ます|ています)|エラーを返します",
    ],
    lacks: [
      "まだ(?!通|パス|成功|動作して|動いて).{0,20}(?:ありません|ない|ません|未)",
      "未(?:実装|対応|完成|着手|完了)です",
      "(?:足りません|不足しています)",
    ],
    announces: [
      "(?:次|この後|続い)(?:は|に|て).{0,30}(?:取りかかり|取り掛かり|進み|移り|行い|着手し|対応し|実装し|書き|作成し|直し|追加し)ます",
      "(?:これから|次に|続いて|では|今から|この後).{0,40}(?:ます|しましょう)",
      "(?:次|後)(?:で|に)(?:対応|実装|処理|行い)",
      "^[^ぁ-んァ-ヶ一-龠a-z]*次は.{1,40}です",
      "次の(?:ステップ|手順|作業)は",
    ],
    aside: ["無関係", "関係(?:なく|ありません|ない)", "(?:もともと|以前から|元から|変更前から)", "なくなりました"],
    notRun: [
      "(?:テスト|スイート|リンター?)[^。]{0,12}(?:実行|起動)(?:は)?(?:でき|し(?:ていません|ませんでした))",
      "(?:テスト|スイート)[^。]{0,6}(?:走らせ|動か)[^。]{0,6}(?:ません|ない)",
    ],
  },
  {
    name: "Korean",
    spaced: false,
    fails: [
      "(?:테스트|빌드|\\bci\\b|컴파일|파이프라인)(?! ?케이스| ?이름).{0,14}(?:실패(?!하던|하는|했던|한 )|통과하지|깨졌|깨져|깨집|빨간)",
      "실패(?:합니다|했습니다|하고)",
      "(?:작동|동작|실행|시작|로드)(?:하지|되지) 않(?:습니다|아요)(?=[.!]|$)",
      "(?:충돌|크래시|오류)(?:합니다|가 (?:납니다|발생합니다))",
    ],
    lacks: ["아직.{0,20}(?:없|않|못|안 )", "(?:빠져|누락되어|누락돼) 있"],
    announces: [
      "^[^가-힣a-z]*(?:이제|다음으로|이어서|지금부터|그 다음).{0,40}(?:겠습니다|(?:실행|확인|수정|추가|구현|처리|진행|시작|작성|계속|검토|테스트)(?:을|를)?\\s*합니다|할게요)",
      "다음에 (?:처리|진행|구현)",
      "^[^가-힣a-z]*다음은 .{1,40}(?:입니다|이다|차례)",
      "다음 (?:단계|순서)(?:는|은)",
    ],
    aside: ["무관", "관련(?:이)? 없", "원래(?:부터)?", "이전부터", "더 이상"],
    notRun: [
      "(?:테스트|스위트|린터)(?:를|을|는|은)?[^.]{0,12}(?:실행|돌리|구동)(?:하지|지|할 수)[^.]{0,3}(?:못|없|않)",
    ],
  },
];
