// As much of VS Code as the extension and the language client need, for tests under Node.
// What is missing here is a class without members, or a function that does nothing.

const { URI } = require("vscode-uri");

class Position {
  constructor(line, character) {
    Object.assign(this, { line, character });
  }
  isBefore(other) {
    return this.line < other.line || (this.line === other.line && this.character < other.character);
  }
  isAfter(other) {
    return other.isBefore(this);
  }
}

class Range {
  constructor(start, end, endLine, endCharacter) {
    this.start = typeof start === "number" ? new Position(start, end) : start;
    this.end = typeof start === "number" ? new Position(endLine, endCharacter) : end;
  }
  get isEmpty() {
    return !this.start.isBefore(this.end) && !this.end.isBefore(this.start);
  }
}

class Selection extends Range {
  get active() {
    return this.end;
  }
}

class Disposable {
  constructor(dispose) {
    this.dispose = dispose ?? (() => undefined);
  }
  static from(...items) {
    return new Disposable(() => items.forEach((item) => item.dispose()));
  }
}

class EventEmitter {
  listeners = new Set();
  event = (listener, self) => {
    const bound = self ? listener.bind(self) : listener;
    this.listeners.add(bound);
    return new Disposable(() => this.listeners.delete(bound));
  };
  fire(value) {
    for (const listener of [...this.listeners]) listener(value);
  }
  dispose() {
    this.listeners.clear();
  }
}

class CancellationTokenSource {
  emitter = new EventEmitter();
  token = { isCancellationRequested: false, onCancellationRequested: this.emitter.event };
  cancel() {
    this.token.isCancellationRequested = true;
    this.emitter.fire();
  }
  dispose() {}
}

class Diagnostic {
  constructor(range, message, severity) {
    Object.assign(this, { range, message, severity });
  }
}

class Location {
  constructor(uri, range) {
    Object.assign(this, { uri, range });
  }
}

class DiagnosticRelatedInformation {
  constructor(location, message) {
    Object.assign(this, { location, message });
  }
}

class CodeAction {
  constructor(title, kind) {
    Object.assign(this, { title, kind });
  }
}

class CodeActionKind {
  constructor(value) {
    this.value = value;
  }
  append(part) {
    return new CodeActionKind(this.value ? `${this.value}.${part}` : part);
  }
}
CodeActionKind.Empty = new CodeActionKind("");
CodeActionKind.QuickFix = new CodeActionKind("quickfix");
CodeActionKind.Source = new CodeActionKind("source");
CodeActionKind.SourceFixAll = new CodeActionKind("source.fixAll");

class MarkdownString {
  constructor(value = "") {
    this.value = value;
  }
  appendCodeblock(text) {
    this.value += text;
    return this;
  }
  appendMarkdown(text) {
    this.value += text;
    return this;
  }
}

class Hover {
  constructor(contents, range) {
    this.contents = Array.isArray(contents) ? contents : [contents];
    this.range = range;
  }
}

class WorkspaceEdit {
  edits = [];
  set(uri, edits) {
    this.edits.push([uri, edits]);
  }
  replace(uri, range, newText) {
    this.edits.push([uri, [{ range, newText }]]);
  }
}

class TextEdit {
  constructor(range, newText) {
    Object.assign(this, { range, newText });
  }
}

/** What the tests set and read. */
const state = {
  settings: {},
  messages: [],
  panels: [],
  outputs: [],
  providers: { hover: [], actions: [] },
  diagnostics: new Map(),
  commands: new Map(),
};

const events = {
  open: new EventEmitter(),
  change: new EventEmitter(),
  close: new EventEmitter(),
  openNotebook: new EventEmitter(),
  diagnostics: new EventEmitter(),
  configuration: new EventEmitter(),
};
const never = new EventEmitter().event;

/** A text of the editor, as tests open it. */
class Document {
  isDirty = false;
  isClosed = false;
  version = 1;
  constructor(uri, text, languageId = "python", notebook = undefined) {
    Object.assign(this, { uri, text, languageId, notebook });
    this.fileName = uri.fsPath;
  }
  getText() {
    return this.text;
  }
  get lineCount() {
    return this.text.split("\n").length;
  }
  async save() {
    this.isDirty = false;
    return true;
  }
}

function configuration(section) {
  const prefix = section ? `${section}.` : "";
  const values = { ...state.settings[section] };
  return {
    ...values,
    get: (key, fallback) => values[key] ?? fallback,
    has: (key) => key in values,
    inspect: (key) => ({ key: prefix + key, globalValue: values[key] }),
  };
}

const workspace = {
  isTrusted: true,
  name: "test",
  textDocuments: [],
  notebookDocuments: [],
  workspaceFolders: undefined,
  getConfiguration: configuration,
  getWorkspaceFolder: () => undefined,
  onDidOpenTextDocument: events.open.event,
  onDidChangeTextDocument: events.change.event,
  onDidCloseTextDocument: events.close.event,
  onDidOpenNotebookDocument: events.openNotebook.event,
  onDidChangeConfiguration: events.configuration.event,
  onDidGrantWorkspaceTrust: never,
  createFileSystemWatcher: () => ({ onDidCreate: never, onDidChange: never, onDidDelete: never, dispose() {} }),
  openTextDocument(uri, text, languageId) {
    const document = new Document(uri, text, languageId);
    workspace.textDocuments.push(document);
    events.open.fire(document);
    return document;
  },
  edit(document, text) {
    const range = new Range(0, 0, document.lineCount, 0);
    document.text = text;
    document.version += 1;
    document.isDirty = true;
    events.change.fire({ document, contentChanges: [{ range, rangeOffset: 0, rangeLength: 0, text }], reason: undefined });
  },
  openNotebook(uri, texts) {
    const notebook = { uri, notebookType: "jupyter-notebook", version: 1, isDirty: false, isClosed: false, metadata: {} };
    const cells = texts.map((text, index) => {
      const cellUri = URI.from({ scheme: "vscode-notebook-cell", path: uri.path, fragment: `W${index}` });
      return { index, notebook, kind: 2, document: new Document(cellUri, text, "python", notebook), metadata: {}, outputs: [] };
    });
    Object.assign(notebook, { getCells: () => cells, cellCount: cells.length, cellAt: (index) => cells[index] });
    workspace.notebookDocuments.push(notebook);
    for (const cell of cells) workspace.textDocuments.push(cell.document);
    events.openNotebook.fire(notebook);
    for (const cell of cells) events.open.fire(cell.document);
    return notebook;
  },
};

function say(kind) {
  return async (text, ...buttons) => void state.messages.push({ kind, text, buttons });
}

const window = {
  activeTextEditor: undefined,
  visibleTextEditors: [],
  tabGroups: { all: [], activeTabGroup: { tabs: [] }, onDidChangeTabs: never, onDidChangeTabGroups: never },
  showInformationMessage: say("info"),
  showWarningMessage: say("warning"),
  showErrorMessage: say("error"),
  onDidChangeActiveTextEditor: never,
  onDidChangeVisibleTextEditors: never,
  createOutputChannel: () => ({
    append: (text) => state.outputs.push(text),
    appendLine: (text) => state.outputs.push(`${text}\n`),
    show() {},
    clear() {},
    dispose() {},
  }),
  createWebviewPanel(type, title, column, options) {
    const closed = new EventEmitter();
    const panel = { type, title, column, options, webview: { html: "" }, reveal() {}, onDidDispose: closed.event };
    panel.dispose = () => closed.fire();
    state.panels.push(panel);
    return panel;
  },
  withProgress: (_options, task) => task({ report() {} }, new CancellationTokenSource().token),
};

const languages = {
  match: (selector, document) =>
    [selector].flat().some((item) => {
      if (typeof item === "string") return item === document.languageId;
      const notebook = document.notebook?.notebookType;
      if (item.notebookType && item.notebookType !== "*" && item.notebookType !== notebook) return false;
      if (item.notebookType && !notebook) return false;
      return (
        (!item.language || item.language === document.languageId) && (!item.scheme || item.scheme === document.uri.scheme)
      );
    })
      ? 10
      : 0,
  createDiagnosticCollection: () => ({
    set(uri, found) {
      state.diagnostics.set(uri.toString(), found ?? []);
      events.diagnostics.fire({ uris: [uri] });
    },
    delete(uri) {
      state.diagnostics.delete(uri.toString());
      events.diagnostics.fire({ uris: [uri] });
    },
    clear: () => state.diagnostics.clear(),
    dispose: () => state.diagnostics.clear(),
  }),
  getDiagnostics: (uri) => state.diagnostics.get(uri.toString()) ?? [],
  onDidChangeDiagnostics: events.diagnostics.event,
  registerHoverProvider(_selector, provider) {
    state.providers.hover.push(provider);
    return new Disposable();
  },
  registerCodeActionsProvider(_selector, provider) {
    state.providers.actions.push(provider);
    return new Disposable();
  },
};

const commands = {
  registerCommand(name, act) {
    if (state.commands.has(name)) throw new Error(`command '${name}' already exists`);
    state.commands.set(name, act);
    return new Disposable(() => state.commands.delete(name));
  },
  executeCommand: (name, ...values) => state.commands.get(name)(...values),
};

const known = {
  __esModule: true,
  version: "1.91.0",
  Uri: Object.assign(URI, { joinPath: (uri, ...parts) => uri.with({ path: [uri.path, ...parts].join("/") }) }),
  env: { language: "en", appName: "test", openExternal: async () => true },
  extensions: { getExtension: () => undefined, all: [], onDidChange: never },
  ViewColumn: { Beside: -2 },
  ProgressLocation: { Notification: 15, Window: 10 },
  DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2, Hint: 3 },
  DiagnosticTag: { Unnecessary: 1, Deprecated: 2 },
  CodeActionTriggerKind: { Invoke: 1, Automatic: 2 },
  NotebookCellKind: { Markup: 1, Code: 2 },
  LogLevel: { Off: 0, Trace: 1, Debug: 2, Info: 3, Warning: 4, Error: 5 },
  Position, Range, Selection, Disposable, EventEmitter, CancellationTokenSource, Diagnostic, Location,
  DiagnosticRelatedInformation, CodeAction, CodeActionKind, MarkdownString, Hover, WorkspaceEdit, TextEdit,
  workspace, window, languages, commands, state,
};

/** Events never happen, and functions do nothing. */
function quiet(members) {
  return new Proxy(members, {
    get: (target, key) => (key in target ? target[key] : String(key).startsWith("on") ? never : () => new Disposable()),
  });
}

for (const part of ["workspace", "window", "languages", "commands"]) known[part] = quiet(known[part]);
module.exports = new Proxy(known, {
  get: (target, key) => (target[key] ??= /^[A-Z]/.test(String(key)) ? class {} : undefined),
});
