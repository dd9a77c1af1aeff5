/** What sections that are not worked on are called in the languages we read, by their English name. */
export const otherNames: Readonly<Record<string, string>> = {
  optional:
    "facultatif | facultative | optionnel | opcional | opcionales | opcionais | facultativo | opzionale | opzionali | facoltativo | facoltativi | опционально | необязательно | необязательные | 可选 | 可選 | 任意 | 선택 사항 | 선택사항",
  future:
    "zukunft | künftig | zukünftig | futur | futuro | будущее | на будущее | в будущем | 未来 | 將來 | 将来 | 今後 | 미래 | 향후",
  "future enhancements":
    "künftige verbesserungen | zukünftige erweiterungen | améliorations futures | évolutions futures | mejoras futuras | melhorias futuras | miglioramenti futuri | будущие улучшения | 未来改进 | 未來改進 | 将来の改善 | 今後の改善 | 향후 개선",
  "nice to have":
    "nice to haves | wünschenswert | wäre schön | souhaitable | deseable | deseables | estaría bien | desejável | desejáveis | seria bom | sarebbe bello | auspicabile | желательно | было бы неплохо | 锦上添花 | 錦上添花 | あると良い | あると嬉しい | できれば | 있으면 좋은 것 | 있으면 좋음",
  "out of scope":
    "not in scope | outside the scope | nicht im umfang | außerhalb des umfangs | nicht teil dieser arbeit | hors périmètre | hors du périmètre | hors sujet | hors scope | fuera de alcance | fuera del alcance | fora de escopo | fora do escopo | fora do âmbito | fuori ambito | fuori dall'ambito | вне рамок | вне области | за рамками | не входит в объём | 范围外 | 範圍外 | 超出范围 | 超出範圍 | 不在范围内 | 不在範圍內 | 対象外 | スコープ外 | 範囲外 | 범위 밖 | 범위 외 | 제외 범위",
  "non goals":
    "nongoals | nicht ziele | nichtziele | keine ziele | non objectifs | no objetivos | não objetivos | não metas | non obiettivi | не цели | нецели | 非目标 | 非目標 | 非ゴール | 目標外 | 비목표 | 목표가 아닌 것",
  "won't do":
    "wont do | will not do | won't fix | wontfix | wird nicht gemacht | machen wir nicht | nicht machen | ne pas faire | ne sera pas fait | no se hará | no hacer | não fazer | não será feito | non fare | non si fa | non verrà fatto | не делать | не будем делать | не будет сделано | 不做 | 不會做 | 不会做 | やらない | やらないこと | 対応しない | 하지 않음 | 안 함 | 하지 않을 일",
  "not now":
    "jetzt nicht | nicht jetzt | pas maintenant | ahora no | agora não | non ora | non adesso | не сейчас | 暂不 | 暫不 | 现在不做 | 現在不做 | 今はしない | 今はやらない | 지금은 아님 | 지금 아님",
  later:
    "for later | später | für später | plus tard | más tarde | más adelante | para después | mais tarde | depois | para depois | più tardi | in seguito | позже | потом | на потом | 以后 | 以後 | 稍后 | 稍後 | 之后 | 之後 | 后续 | 後續 | あとで | 後で | 後回し | 나중에 | 추후",
  backlog: "product backlog | бэклог | беклог | 待办池 | 待辦池 | 需求池 | バックログ | 백로그",
  icebox:
    "ice box | eisfach | auf eis | glacière | congelador | congelado | congelatore | морозилка | 冷藏 | 冰盒 | アイスボックス | 凍結 | 아이스박스 | 보류함",
  ideas:
    "idea list | ideen | idées | idee | ideias | ideia | идеи | 想法 | 点子 | 點子 | 创意 | 創意 | アイデア | アイディア | 아이디어",
};

/** These are also what a whole list is called. */
export const listNames: ReadonlySet<string> = new Set(["backlog", "ideas"]);
