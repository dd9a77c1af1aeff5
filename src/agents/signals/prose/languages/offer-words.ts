/**
 * The words with which a language offers more to the person or hands over to them, each a part of a regular expression
 * in lower case. `offers.ts` combines them.
 */
export interface OfferWords {
  /** Whether words are separated by blanks. */
  readonly spaced: boolean;
  /** It depends on the person's wish: "if you like". */
  readonly wish: readonly string[];
  /** The person may ask for more: "let me know", "feel free". */
  readonly tell: readonly string[];
  /** What the person can do now: "you can review". Empty where the verb does not say who. */
  readonly person: readonly string[];
  /** Asks whether more is wanted, whatever it is: "anything else". */
  readonly else: readonly string[];
  /** Asks whether the agent shall do more than it was asked to: "would you like me to also". */
  readonly also: readonly string[];
  /** Asks whether the agent shall go on, whatever with: "want me to". */
  readonly shall: readonly string[];
  /** Marks a section or a line as an extra: "optional", "suggestions". */
  readonly extra: readonly string[];
}

export const offerWords: readonly OfferWords[] = [
  // English
  {
    spaced: true,
    wish: [
      "if (?:you(?:['’]d)? (?:like|want|wish|prefer|need)|desired|needed|wanted)",
      "should you (?:want|need|wish)",
    ],
    tell: ["let me know", "feel free", "just (?:ask|say|tell me)", "happy to", "glad to"],
    person: ["you (?:can|may|could|might)(?: now| also| want)?"],
    else: [
      "anything else",
      "something (?:specific|else|different)",
      "what(?:['’]s| is| would you like)(?: \\S+){0,4} next",
      "next phase",
    ],
    also: [
      "would you like me to (?:also|do anything)",
      "(?:would you like|do you want|want|shall|should)(?: me to| i)(?!\\S).{0,80}?\\s(?:also|as well|too|another|additional(?:ly)?)",
      "^(?:would you like|do you want|want|shall|should)(?: me to| i) (?:commit|push|open a (?:pr|pull request))(?! or\\b)",
    ],
    shall: ["(?:would you like|do you want|want) me to", "shall i"],
    extra: [
      "optional(?:ly)?",
      "suggest(?:ed|ions?)",
      "recommend(?:ed|ations?)",
      "nice[- ]to[- ]have",
      "ideas",
      "possible (?:improvements|next steps)",
    ],
  },
  // German
  {
    spaced: true,
    wish: [
      "(?:wenn|falls|sofern) (?:du|ihr|sie) (?:es |das )?(?:willst|möchtest|magst|wollt|möchtet|wollen|möchten|wünsch\\S*)",
      "auf wunsch",
      "bei bedarf",
      "gerne? (?:kann|könnte|mache|übernehme) ich",
    ],
    tell: [
      "sag(?:t|en sie)?(?: mir| einfach| gerne?){0,2} bescheid",
      "melde[t]? dich",
      "melden sie sich",
      "lass(?:t|en sie)? (?:es )?mich wissen",
      "gib(?: mir)? bescheid",
    ],
    person: ["du (?:kannst|könntest)", "(?:kannst|könntest) du", "sie (?:können|könnten)", "ihr (?:könnt|könntet)"],
    else: ["sonst noch (?:etwas|was)", "noch etwas", "(?:etwas|was) anderes", "weitere wünsche"],
    also: ["(?:möchtest|willst|soll|möchten|wollen|sollen)(?!\\S).{0,80}(?:auch|zusätzlich|außerdem|noch)"],
    shall: ["soll ich", "(?:möchtest|willst|möchten|wollen) (?:du|sie|ihr),? dass ich"],
    extra: [
      "optional\\S*",
      "vorschl[aä]g\\S*",
      "empfehl\\S+",
      "empfohlen\\S*",
      "wünschenswert\\S*",
      "möglich\\S* (?:verbesserung|erweiterung)\\S*",
      "ideen",
    ],
  },
  // Spanish
  {
    spaced: true,
    wish: [
      "si (?:lo |así lo )?(?:quieres?|desea[s]?|prefieres?|necesitas?|gustas?|te parece|le parece)",
      "cuando (?:quieras|desee)",
    ],
    tell: [
      "avísame",
      "avíseme",
      "no dudes? en",
      "dime si",
      "dígame si",
      "házmelo saber",
      "hágamelo saber",
      "con gusto",
      "siéntete libre",
    ],
    person: ["puedes?", "podrías?", "podéis", "pueden ustedes"],
    else: ["algo más", "alguna otra cosa", "otra cosa", "en qué más"],
    also: ["(?:quieres?|deseas?|prefieres?)(?!\\S).{0,80}(?:también|además)"],
    shall: ["(?:quieres|deseas|quiere|desea|te gustaría|le gustaría) que"],
    extra: [
      "opcional(?:es|mente)?",
      "sugerenc\\S+",
      "sugerid[oa]s?",
      "recomenda\\S+",
      "recomienda\\S*",
      "mejoras (?:posibles|futuras)",
      "ideas",
    ],
  },
  // Portuguese
  {
    spaced: true,
    wish: ["(?:se|caso) (?:você |vocês )?(?:quiser(?:em)?|desejar(?:em)?|preferir|precisar|queira|deseje)"],
    tell: [
      "(?:me )?avis[ea](?:-me| me)?",
      "fique à vontade",
      "(?:me )?diga se",
      "é só (?:pedir|dizer|avisar)",
      "com prazer",
    ],
    person: ["(?:você|vocês|tu) (?:já |agora )?(?:pode[ms]?|poderia[m]?)"],
    else: ["algo mais", "mais alguma coisa", "outra coisa", "em que mais"],
    also: ["(?:quer|deseja|gostaria)(?!\\S).{0,80}(?:também|além)"],
    shall: ["(?:quer|deseja|gostaria) que eu"],
    extra: [
      "opciona(?:l|is|lmente)",
      "sugest\\S+",
      "sugerid[oa]s?",
      "recomenda\\S+",
      "melhorias (?:possíveis|futuras)",
      "ideias",
    ],
  },
  // French
  {
    spaced: true,
    wish: [
      "si (?:vous (?:le )?(?:voulez|souhaitez|désirez|préférez)|tu (?:le )?(?:veux|souhaites|préfères)|besoin)",
      "au besoin",
      "sur demande",
    ],
    tell: [
      "(?:dites|dis|faites|fais)-(?:le-)?moi",
      "n['’]hésite[zs]? pas",
      "(?:faites|fais)-le-moi savoir",
      "avec plaisir",
    ],
    person: ["(?:vous|tu) (?:pouvez|pourriez|peux|pourrais)"],
    else: ["autre chose", "quelque chose d['’]autre", "d['’]autres? (?:besoins?|questions?|demandes?)"],
    also: ["(?:voulez|souhaitez|veux|souhaites|aimeriez)-(?:vous|tu)(?!\\S).{0,80}(?:aussi|également|en plus)"],
    shall: ["(?:voulez|souhaitez|veux|souhaites|aimeriez)-(?:vous|tu) que"],
    extra: [
      "option(?:nel|nelle|nels|nelles|nellement)?",
      "en option",
      "facultati\\S+",
      "suggestions?",
      "suggérée?s?",
      "recommand\\S+",
      "conseillée?s?",
      "améliorations (?:possibles|futures)",
      "idées",
    ],
  },
  // Italian
  {
    spaced: true,
    wish: ["se (?:vuoi|volete|vuole|desideri|desidera|preferisci|ti va|serve|necessario)"],
    tell: ["fammi sapere", "fatemi sapere", "mi faccia sapere", "non esitare", "dimmi se", "volentieri"],
    person: ["puoi", "potete", "potresti", "potreste"],
    else: ["altro(?! (?:test|task|file))", "qualcos['’]altro", "in che (?:altro|cos['’]altro)"],
    also: ["(?:vuoi|vuole|volete|desideri)(?!\\S).{0,80}(?:anche|inoltre)"],
    shall: ["(?:vuoi|vuole|volete|desideri|desidera) che"],
    extra: [
      "opzional[ei]",
      "opzionalmente",
      "facoltativ\\S+",
      "suggeriment\\S+",
      "suggerit[oaie]",
      "consigli(?:at[oaie])?",
      "raccoman\\S+",
      "miglioramenti (?:possibili|futuri)",
      "idee",
    ],
  },
  // Russian
  {
    spaced: true,
    wish: [
      "если (?:вы )?(?:хотите|хочешь|нужно|потребуется|пожелаете|желаете)",
      "по (?:вашему )?(?:желанию|запросу)",
      "при (?:желании|необходимости)",
    ],
    tell: ["дай(?:те)? (?:мне )?знать", "напишите,? если", "сообщите,? если", "скажите,? если", "обращайтесь"],
    person: ["(?:вы |теперь )?можете", "можешь"],
    else: [
      "(?:что-(?:то|нибудь|либо)|чем-(?:то|нибудь|либо)) (?:ещ[её]|друг\\S+)",
      "ещ[её] (?:что|чем)-(?:то|нибудь|либо)",
    ],
    also: ["(?:хотите|хочешь|желаете)(?!\\S).{0,80}(?:также|ещ[её]|заодно)"],
    shall: ["(?:хотите|хочешь|желаете),? чтобы я"],
    extra: [
      "опционально",
      "необязательн\\S+",
      "по желанию",
      "рекоменд\\S+",
      "предложени\\S+",
      "возможны\\S+ улучшени\\S+",
      "идеи",
    ],
  },
  // Chinese
  {
    spaced: false,
    wish: [
      "(?:如果|如|若|要是)(?:您|你)?(?:有|还有|仍)?(?:任何|其他|其它)?(?:的)?(?:需要|愿意|願意|希望|想|有需求)",
      "如有(?:需要|必要|其他)",
      "按需",
    ],
    tell: [
      "(?:请|請)?(?:随时|隨時)(?:告诉|告訴|联系|聯繫|吩咐|提出|让我)",
      "(?:请|請)?告诉我(?:一声|即可)",
      "(?:尽管|儘管)(?:说|問|问)",
    ],
    person: ["(?:您|你)(?:现在|現在)?(?:也)?可以"],
    else: [
      "(?:其他|其它|别的|別的|更多)(?:的)?(?:帮助|幫助|问题|問題|需要|需求|要求|事情|什么)",
      "(?:还|還)(?:有|需要)(?:什么|什麼|其他|其它|别的)",
    ],
    also: ["(?:要|需要|想|希望)(?:让|讓)?我(?:也|顺便|順便|再|另外)"],
    shall: ["(?:需要|要不要|是否需要|要|希望|想让|想要)我"],
    extra: ["可选", "可選", "选做", "(?:建议|建議)", "推荐", "推薦", "锦上添花"],
  },
  // Japanese
  {
    spaced: false,
    wish: [
      "(?:必要|ご希望|ご要望|よろし|お望み)(?:で(?:あれば|したら)|なら|に応じて|があれば|がございましたら|けれ?ば)",
    ],
    tell: ["お気軽に", "お知らせください", "お申し付けください", "おっしゃってください", "ご連絡ください"],
    person: [],
    else: ["(?:他|ほか)に(?:も)?(?:何か|ご|お|必要|やる|でき)", "何かお手伝い", "(?:他|ほか)の(?:ご|お)"],
    also: ["も.{0,20}(?:ましょうか|ますか)"],
    shall: ["(?:ましょうか|いたしましょうか)"],
    extra: ["任意", "オプション", "提案", "推奨", "おすすめ", "お勧め", "今後の(?:提案|検討|改善)"],
  },
  // Korean
  {
    spaced: false,
    wish: ["원하(?:시|신다)?면", "필요하(?:시|다)?면", "필요 ?시", "희망하시면"],
    tell: ["(?:알려|말씀해?|연락|요청해?) ?(?:주세요|주시면|주십시오|주시기)", "언제든지"],
    person: [],
    else: ["(?:다른|추가|더) ?(?:도움|요청|질문|필요)", "추가로", "더 (?:도와|필요)"],
    also: ["도.{0,20}(?:할까요|드릴까요|볼까요)"],
    shall: ["[가-힣]까요"],
    extra: ["선택(?: ?사항)?(?!된|한)", "옵션", "제안", "권장", "추천"],
  },
];
