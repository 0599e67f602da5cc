/** Nothing in the client reads meaning from spelling: games declare what they mean, and the client asks the book. */

import ts from "typescript";
import { describe, expect, it } from "vitest";

const found = import.meta.glob<string>("../src/**/*.{ts,tsx}", {
  query: "?raw",
  import: "default",
  eager: true,
});
const files = Object.entries(found).map(([path, text]) => ({ path: path.replace("../src/", ""), text }));

/** What is a game's word: the verb of an option, the kind of an event, the sentence of either. */
const WORDS = new Set(["verb", "kind", "says"]);
/** Names of things that have a kind which is not an event's: seats, marks, boards, pieces, costly choices, dice. */
const OTHERS = /^(seats?|s|m|one|layout|info|dice)$/;
const ASKS = new Set(["startsWith", "endsWith", "includes", "match", "search", "test", "has", "indexOf"]);
const SAME = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
]);

function nameOf(node: ts.Node): string {
  if (ts.isIdentifier(node)) return node.text;
  if (ts.isPropertyAccessExpression(node)) return node.name.text;
  if (ts.isElementAccessExpression(node) || ts.isNonNullExpression(node)) return nameOf(node.expression);
  return "";
}

/** `option.verb`, `event.kind`, `line.says`; a bare `verb`. */
function isWord(node: ts.Node): boolean {
  const name = nameOf(node);
  if (name === "kind") return ts.isPropertyAccessExpression(node) && !OTHERS.test(nameOf(node.expression));
  return WORDS.has(name) && (name !== "says" || ts.isPropertyAccessExpression(node));
}

/** Every place where a game's word is compared with a text, or a fact found by its key. */
export function spelled(source: string): string[] {
  const file = ts.createSourceFile("x.tsx", source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: string[] = [];
  const note = (what: string, node: ts.Node) => found.push(`${what}: ${node.getText(file)}`);
  const lists = new Set<string>(); // names of lists and sets of texts
  const isText = (node: ts.Node): boolean =>
    (ts.isStringLiteralLike(node) && node.text !== "") ||
    ts.isRegularExpressionLiteral(node) ||
    (ts.isArrayLiteralExpression(node) && node.elements.some(isText)) ||
    (ts.isNewExpression(node) && !!node.arguments?.some(isText)) ||
    (ts.isIdentifier(node) && lists.has(node.text));
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer)
      if (!ts.isStringLiteralLike(node.initializer) && isText(node.initializer)) lists.add(node.name.text);
    if (ts.isBinaryExpression(node) && SAME.has(node.operatorToken.kind)) {
      const sides = [node.left, node.right];
      if (sides.some(isWord) && sides.some(isText)) note("word", node);
    }
    if (ts.isSwitchStatement(node) && isWord(node.expression)) note("word", node.expression);
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const { expression: of, name } = node.expression;
      if (ASKS.has(name.text)) {
        const parts = [of, ...node.arguments];
        if (parts.some(isWord) && parts.some(isText)) note("word", node);
      }
    }
    const isKeyed =
      (ts.isPropertyAccessExpression(node) && nameOf(node.expression) === "facts") ||
      (ts.isElementAccessExpression(node) && nameOf(node.expression) === "facts");
    const isList = ts.isPropertyAccessExpression(node) && node.name.text in Array.prototype;
    if (isKeyed && !isList) note("fact", node);
    if (ts.isVariableDeclaration(node) && ts.isObjectBindingPattern(node.name) && node.initializer)
      if (nameOf(node.initializer) === "facts") note("fact", node);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

describe("the client", () => {
  it("is there to be read", () => {
    expect(files.length).toBeGreaterThan(50);
  });
  it.each(files)("reads no spelling in $path", ({ text }) => {
    expect(spelled(text)).toEqual([]);
  });
  it("does not even know the kind and the facts of an event, or the facts of a question", () => {
    const { text } = files.find(({ path }) => path === "model.ts")!;
    const model = ts.createSourceFile("model.ts", text, ts.ScriptTarget.Latest, true);
    const fields = (name: string) =>
      model.statements
        .filter(ts.isInterfaceDeclaration)
        .filter((one) => one.name.text === name)
        .flatMap((one) => one.members.map((member) => (member.name as ts.Identifier).text));
    expect(fields("LogLine")).toContain("shows");
    expect(fields("Decision")).toContain("about");
    for (const name of ["LogLine", "Decision"])
      for (const field of ["kind", "facts"]) expect(fields(name)).not.toContain(field);
  });
});

describe("the test itself", () => {
  it.each([
    'const x = option.verb === "move";',
    'const x = verb.startsWith("end");',
    'const MARCHES = new Set(["move", "enter"]); const x = MARCHES.has(option.verb);',
    'const HEADINGS = ["turn"]; const x = HEADINGS.indexOf(line.kind);',
    "const x = /lost|killed/.test(event.kind);",
    'const x = ["attack", "fire"].includes(o.verb);',
    'switch (option.verb) { case "move": break; }',
    'const x = card.says.startsWith("another name");',
    "const x = event.facts?.path;",
    'const x = facts["attackers"];',
    "const { piece } = decision.facts;",
  ])("notices %s", (line) => {
    expect(spelled(line).length).toBe(1);
  });
  it.each([
    "const x = o.verb === last.verb;",
    'const x = option.does === "march";',
    'const x = seat.kind === "bot";',
    "const x = facts.map(([k, v]) => k);",
    "const x = line.says.includes(named);",
  ])("lets %s pass", (line) => {
    expect(spelled(line)).toEqual([]);
  });
});
