import { useEffect, useRef, useState } from "preact/hooks";
import { api } from "../api";
import { words } from "../words";

/** A private notepad, saved while typing. */
export function Notes({ id, token }: { id: string; token: string | null }) {
  const [text, setText] = useState("");
  const [state, setState] = useState("");
  const timer = useRef(0);
  useEffect(() => {
    if (token)
      void api
        .marks(id, token)
        .then(({ marks }) => setText(marks.find((m) => m.kind === "note")?.text ?? ""));
    return () => clearTimeout(timer.current);
  }, [id, token]);
  if (!token)
    return (
      <p class="sm dim" style="padding:12px 16px">
        {words.notes.watch}
      </p>
    );
  return (
    <div style="padding:12px 16px">
      <label class="field">
        <span>{words.notes.label}</span>
        <textarea
          class="search"
          rows={10}
          maxLength={20000}
          value={text}
          onInput={(e) => {
            const value = e.currentTarget.value;
            setText(value);
            setState(words.notes.saving);
            clearTimeout(timer.current);
            timer.current = window.setTimeout(
              () =>
                void api
                  .addMark(id, token, { kind: "note", n: 0, text: value })
                  .then(() => setState(words.notes.saved)),
              500,
            );
          }}
        />
      </label>
      <p class="xs dim" role="status">
        {state}
      </p>
    </div>
  );
}
