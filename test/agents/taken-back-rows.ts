/** A claim of everything, a claim of one task, and what takes either back, said in every language. */
export interface TakenBackRow {
  readonly whole: string;
  readonly task: string;
  readonly fails: string;
  readonly red: string;
  readonly missing: string;
  readonly next: string;
  readonly nextStep: string;
  readonly notYet: string;
  /** These take nothing back: what was there before, and what no longer happens. */
  readonly before: string;
  readonly noLonger: string;
}

export const takenBackRows: Readonly<Record<string, TakenBackRow>> = {
  English: {
    whole: "All tasks are complete.",
    task: "Implemented the filter.",
    fails: "Two tests fail.",
    red: "The build is broken.",
    missing: "The export is missing.",
    next: "Next I'll write the export.",
    nextStep: "The next step is to write the export.",
    notYet: "The export does not work yet.",
    before: "The lint warnings are unrelated and were there before.",
    noLonger: "The server no longer crashes.",
  },
  German: {
    whole: "Alle Aufgaben sind erledigt.",
    task: "Filter implementiert.",
    fails: "Zwei Tests schlagen fehl.",
    red: "Der Build ist rot.",
    missing: "Der Export fehlt noch.",
    next: "Als Nächstes schreibe ich den Export.",
    nextStep: "Der nächste Schritt ist der Export.",
    notYet: "Der Export funktioniert noch nicht.",
    before: "Die Warnungen gab es schon vorher.",
    noLonger: "Der Server stürzt nicht mehr ab.",
  },
  French: {
    whole: "Toutes les tâches sont terminées.",
    task: "J'ai implémenté le filtre.",
    fails: "Deux tests échouent.",
    red: "La compilation échoue.",
    missing: "Il manque encore l'export.",
    next: "Je vais ensuite écrire l'export.",
    nextStep: "La prochaine étape est d'écrire l'export.",
    notYet: "L'export ne fonctionne pas encore.",
    before: "Les avertissements étaient déjà là, sans rapport avec ce travail.",
    noLonger: "Le serveur ne plante plus.",
  },
  Spanish: {
    whole: "Todas las tareas están completas.",
    task: "Implementado el filtro.",
    fails: "Dos pruebas fallan.",
    red: "La compilación falla.",
    missing: "Falta todavía la exportación.",
    next: "A continuación escribiré la exportación.",
    nextStep: "El siguiente paso es escribir la exportación.",
    notYet: "La exportación aún no funciona.",
    before: "Las advertencias ya estaban desde antes.",
    noLonger: "El servidor ya no se cae.",
  },
  Portuguese: {
    whole: "Todas as tarefas foram concluídas.",
    task: "Implementei o filtro.",
    fails: "Dois testes falham.",
    red: "A compilação falha.",
    missing: "Ainda falta a exportação.",
    next: "A seguir vou escrever a exportação.",
    nextStep: "O próximo passo é escrever a exportação.",
    notYet: "A exportação ainda não funciona.",
    before: "Os avisos já existiam, sem relação com este trabalho.",
    noLonger: "O servidor já não trava.",
  },
  Italian: {
    whole: "Tutte le attività sono completate.",
    task: "Ho implementato il filtro.",
    fails: "Due test falliscono.",
    red: "La compilazione fallisce.",
    missing: "Manca ancora l'esportazione.",
    next: "Ora scriverò l'esportazione.",
    nextStep: "Il prossimo passo è scrivere l'esportazione.",
    notYet: "L'esportazione non funziona ancora.",
    before: "Gli avvisi c'erano già prima.",
    noLonger: "Il server non va più in crash.",
  },
  Russian: {
    whole: "Все задачи выполнены.",
    task: "Реализовал фильтр.",
    fails: "Два теста падают.",
    red: "Сборка не проходит.",
    missing: "Экспорта пока нет.",
    next: "Далее напишу экспорт.",
    nextStep: "Следующий шаг — написать экспорт.",
    notYet: "Экспорт ещё не работает.",
    before: "Предупреждения были и до этого.",
    noLonger: "Сервер больше не падает.",
  },
  Chinese: {
    whole: "所有任务都已完成。",
    task: "已实现过滤器。",
    fails: "有两个测试失败。",
    red: "构建失败。",
    missing: "还缺少导出功能。",
    next: "接下来我会写导出功能。",
    nextStep: "下一步是编写导出功能。",
    notYet: "导出功能还不能用。",
    before: "这些警告之前就有。",
    noLonger: "服务器不再崩溃。",
  },
  Japanese: {
    whole: "すべてのタスクが完了しました。",
    task: "フィルターを実装しました。",
    fails: "2つのテストが失敗しています。",
    red: "ビルドは失敗します。",
    missing: "エクスポートはまだありません。",
    next: "次にエクスポートを書きます。",
    nextStep: "次のステップはエクスポートの作成です。",
    notYet: "エクスポートはまだ動きません。",
    before: "警告は以前からのものです。",
    noLonger: "サーバーはクラッシュしなくなりました。",
  },
  Korean: {
    whole: "모든 작업이 완료되었습니다.",
    task: "필터를 구현했습니다.",
    fails: "테스트 두 개가 실패합니다.",
    red: "빌드가 실패합니다.",
    missing: "내보내기는 아직 없습니다.",
    next: "다음으로 내보내기를 작성하겠습니다.",
    nextStep: "다음 단계는 내보내기 작성입니다.",
    notYet: "내보내기는 아직 작동하지 않습니다.",
    before: "경고는 이전부터 있던 것입니다.",
    noLonger: "서버가 더 이상 멈추지 않습니다.",
  },
};
