import { writePublicPem } from "../../lib/signing/ed25519.js";
import { openSigningKey, replaceSigningKey, signingKeyFile } from "../../run/records/signing-key.js";
import type { Command } from "../command.js";

export const key: Command = {
  name: "key",
  usage: "key [options]",
  about:
    "Shows the key that signs your proofs (untildone prove): its fingerprint, and its public half for those who verify them. It is made at its first use and lies in your private folder, readable by you alone. An agent that runs as you can read it, one in a sandbox cannot (SECURITY.md).",
  flags: {
    public: { type: "boolean", help: "print the public key as a PEM file" },
    new: { type: "boolean", help: "make a new key; the old one is set aside, and what it signed stays signed" },
    json: { type: "boolean", help: "print JSON" },
  },
  maxPositionals: 0,
  examples: ["untildone key", "untildone key --public > untildone.pub"],
  async run(args, io) {
    if (args.flag("new")) {
      const old = replaceSigningKey(io);
      if (old !== null) io.err(`the old key is set aside as ${old}\n`);
    }
    const { public: own } = openSigningKey(io);
    const file = signingKeyFile(io);
    if (args.flag("json")) io.out(`${JSON.stringify({ id: own.id, publicKey: own.raw, file })}\n`);
    else if (args.flag("public")) io.out(writePublicPem(own));
    else io.out(`${own.id}\n  in   ${file}\n  give others its public half: untildone key --public > untildone.pub\n`);
    return 0;
  },
};
