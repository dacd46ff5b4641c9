"use client";
/** A chat that shows the skills that the model loads. */
import { useChat } from "@ai-sdk/react";
import { DefaultChatTransport, isToolUIPart, getToolName } from "ai";
import { useState } from "react";

// "/api/edge" is the same chat in the edge runtime.
const transport = new DefaultChatTransport({ api: "/api/chat" });

export default function Page() {
  const { messages, sendMessage, status, error } = useChat({ transport });
  const [input, setInput] = useState("Outline the landing page: Harbor tickets");
  return (
    <main>
      <h1>{{name}}</h1>
      {messages.map(({ id, role, parts }) => (
        <section key={id}>
          <strong>{role === "user" ? "You" : "Agent"}</strong>
          {parts.map((part, at) => {
            if (part.type === "text") return <p key={at}>{part.text}</p>;
            if (!isToolUIPart(part)) return null;
            return (
              <p key={at}>
                <code>
                  {getToolName(part)} {JSON.stringify(part.input)}
                </code>
              </p>
            );
          })}
        </section>
      ))}
      {error && <p role="alert">The request failed. The server has the reason in its log.</p>}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void sendMessage({ text: input });
          setInput("");
        }}
      >
        <input
          aria-label="Message"
          value={input}
          onChange={(event) => setInput(event.target.value)}
          style={{ width: "80%" }}
        />
        <button disabled={status !== "ready" || input.trim() === ""}>Send</button>
      </form>
    </main>
  );
}
