/**
 * What a sentence may be about, one bit each. An unset bit means that no expression about that topic can match, so most
 * expressions are never tried; a set bit proves nothing.
 */
export const topic = {
  /** A word that some completion phrase needs. */
  completion: 1 << 0,
  done: 1 << 1,
  /** Words that mean "done" only in a statement about everything: "met", "made", "applied". */
  settled: 1 << 2,
  every: 1 << 3,
  ready: 1 << 4,
  nothing: 1 << 5,
  criteria: 1 << 6,
  unit: 1 << 7,
  tests: 1 << 8,
  passes: 1 << 9,
  fails: 1 << 10,
  /** A word that some phrase about remaining work needs, and its kinds. */
  work: 1 << 11,
  left: 1 << 12,
  still: 1 << 13,
  not: 1 << 14,
  next: 1 << 15,
  intent: 1 << 16,
  /** A word of another language in Latin script. */
  elsewhere: 1 << 17,
  blocked: 1 << 18,
  unfinished: 1 << 19,
  announcing: 1 << 20,
  confidence: 1 << 21,
  part: 1 << 22,
  digit: 1 << 23,
  question: 1 << 24,
  /** A character of another script, or a full-width question mark. */
  foreign: 1 << 25,
  /** A word for the success of one thing. */
  success: 1 << 26,
} as const;

/** The first letters, at least three, of the words that can belong to a topic. */
export const vocabulary: readonly (readonly [topics: number, stems: string])[] = [
  [topic.completion | topic.done, "complet|done|finish|implement|closed|fulfil|satisf|resolved|ticked|checked off"],
  [topic.settled, "checked|made|applied|met|carried out|executed|worked |cleared|delivered"],
  [topic.success, "success|all set"],
  [topic.completion | topic.ready, "ready for|ready to"],
  [topic.completion | topic.nothing, "no |nothing"],
  [topic.completion | topic.criteria, "criteri"],
  [topic.completion | topic.passes, "pass"],
  [topic.every, "all|every|each"],
  [topic.unit, "task|story|ticket"],
  [topic.tests, "test|suite"],
  [topic.fails, "fail"],
  [topic.work | topic.left, "remain|left|pending|incomplete|unchecked|unfinished|outstanding|open|missing"],
  [topic.work | topic.left, "to go| more"],
  [topic.work | topic.left | topic.not, "yet"],
  [topic.work | topic.still, "still"],
  [topic.work | topic.not, "not "],
  [topic.work | topic.next, "next"],
  [topic.work | topic.intent, "will|'ll|’ll|should"],
  [topic.work | topic.left, "todo|to-do|to do"],
  [topic.work, "gaps|[ ]|rest"],
  // All, the whole, nothing: no statement in those languages works without one of these.
  [
    topic.elsewhere,
    "todas|toda |todo|tudo|cada un|tout|tous |ensemble des|chacun|alle |alles|sämtliche|jede|gesamte|ganze|tutt|ciascun",
  ],
  [topic.elsewhere, "tarea|trabajo|proyecto|implementaci|desarrollo|migraci|refactorizaci|tarefa|trabalho|projeto"],
  [topic.elsewhere, "implementaç|desenvolvimento|migraç|refatoraç|tâche|travail|projet|implémentation|développement"],
  [topic.elsewhere, "la migration|refonte|aufgabe|arbeit|projekt|implementierung|umsetzung|entwicklung|die migration"],
  [
    topic.elsewhere,
    "attività|compito|il task|lavoro|progetto|implementazione|sviluppo|migrazione|le plan|ce plan|el plan|il piano|o plano|der plan|backlog",
  ],
  [topic.elsewhere, "nada|rien|aucune|plus de|nichts|keine|niente|nulla|nient|nessun|non |nenhum|ningun|sin t"],
  // Remaining work, and waiting.
  [
    topic.elsewhere,
    "pendi|pende|falta|queda|próxim|siguiente|aún|todavía|por hacer|por impl|sin c|sin i|incomplet|no est",
  ],
  [
    topic.elsewhere,
    "no ha|no puedo|fallan|fallaron|falló|por fazer|a fazer|restam|resta|ainda|sem t|sem c|sem i|não |falh",
  ],
  [topic.elsewhere, "prochain|à faire|à impl|à term|en attente|pas |inachev|incompl|suivant|échec|échou|reste"],
  [topic.elsewhere, "verbleib|ausstehend|noch|nächste|offene|nicht |unvollst|fehl|rimane|rimang|restano|prossim|manca"],
  [topic.elsewhere, "da fare|da impl|da compl|da term|in sospeso|ancora|fallit|mangler|kvarst"],
  [
    topic.elsewhere,
    "offen|punkt|übrig|restliche|unerledigt|unfertig|zu tun|zu erledig|bleib|stehen|rest:|restarb|restauf|restpun",
  ],
  [topic.elsewhere, "restant|por completar|por terminar|que hacer|para hacer|sin t|sin h|abiert"],
  [
    topic.elsewhere,
    "pendên|a concluir|a terminar|a implementar|por conc|por term|para fazer|para con|para ter|para imp|em aberto|sobra|sobrou",
  ],
  [topic.elsewhere, "à réal|en suspens|non term|non fait|non réal|ouvert|manqu|rimanent|residu|apert|pendent"],
  [
    topic.elsewhere,
    "necesit|requiere|confirma |confirme |aprueb|autoriz|espera|espero|bloque|preciso|necessári|necessito|requer |aprove",
  ],
  [
    topic.elsewhere,
    "aguard|besoin|nécess|il faut|requiert|veuillez|merci de|pouvez|attend|attente|ne peux|impossible de",
  ],
  [
    topic.elsewhere,
    "bloqu|manquant|absent|brauche|benötig|erfordert|bitte|warte|kann |können|blockiert|schlüssel fehl",
  ],
  [topic.elsewhere, "bisogno|è necess|serve |servono|richied|prega|conferm|approva|attes|aspetto|bloccat|hace falta"],
  [
    topic.blocked,
    "block|stuck|wait|need|please|proceed|continue|require|deadlock|you have to|you will have|you'll have|you’ll have|you would have|denied|refused|rejected|credential|api key|access token|login|pending ",
  ],
  [topic.unfinished, "stub|placeholder|mocked|hard|todo|able to|could|in progress|next|follow|touched|started"],
  [
    topic.announcing,
    "let me|let's|let’s|i'll|i’ll|i will|i'm|i’m|i am|starting|continuing|proceeding|moving|need|have",
  ],
  [topic.confidence, "confident|certainly|absolutely|likely|probably|maybe|might|could|approximately"],
  [topic.confidence, "definitely|assured|guaranteed"],
  [topic.part, "phase|milestone|sprint|iteration|stage|epic|wave"],
];
