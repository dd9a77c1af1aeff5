/**
 * Words of languages whose grammar we do not read. They can only remove a claim: a condition, an order or a negation
 * beside a token makes it a mention. They never create a claim.
 */
const conditionElsewhere =
  /(?:^|[\s,;(])(?:quand|lorsque|lorsqu['’]|une fois|dès que|si|wenn|sobald|falls|cuando|una vez|quando|assim que|se|appena|когда|если|после)(?=$|[\s,])|完成后|完成後|之后|之後|如果|当.{0,30}时|時は|したら|れば|場合|たとき|하면|경우/i;
const orderElsewhere =
  /(?:^|[\s,;(])(?:affiche[rz]?|imprime[rz]?|écri(?:s|vez|re)|répond(?:s|ez|re)|gib|gebe|schreibe?|antworte|escriba|escribe|responde?|responda|emite|imprima|escreva|stampa|rispondi|выведи(?:те)?|напиши(?:те)?|ответь(?:те)?)(?=$|[\s,:])|输出|輸出|打印|回复|回覆|出力|返答|표시|출력/i;
const negationElsewhere =
  /(?:^|[\s,;(])(?:pas|jamais|kein\w{0,2}|nicht|no(?=\s\p{L}+o\s)|não|nunca|non|ni|не|нет|нельзя)(?=$|[\s,])|(?:^|\s)n['’]|不|没|沒|未|勿|ません|ない|않|안 /iu;

/** What a list consists of: tasks, stories, tickets. */
const listElsewhere =
  /aufgaben?\b|user[- ]stor|\bstor(?:ys?|ies)\b|punkte?\b|tareas?\b|historias?\b|tarefas?\b|histórias?\b|tâches?\b|attività|compit[oi]\b|stori[ae]\b|задач|истори|пункт|任务|任務|用户故事|用戶故事|故事|条目|待办|タスク|ストーリー|チケット|課題|태스크|스토리|티켓|항목|작업[이가은는]? ?\d/i;

/** Names other tasks of the list, in another language. */
export const namesListElsewhere = (text: string): boolean => listElsewhere.test(text);

/** A line in another language that instructs somebody to print what follows. */
export const instructsElsewhere = (text: string): boolean =>
  conditionElsewhere.test(text) ||
  (orderElsewhere.test(text) && !/(?:^|\s)(?:je|ich|yo|eu|я|我)(?=\s|$)|我/i.test(text));

/** Words in another language that prevent a token in the same sentence from being an answer. */
export const withholdsElsewhere = (text: string): boolean => negationElsewhere.test(text) || instructsElsewhere(text);
