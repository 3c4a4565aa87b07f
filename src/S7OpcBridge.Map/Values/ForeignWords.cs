using System.Collections.Frozen;

namespace S7OpcBridge.Map.Values;

/// <summary>Words that people know from elsewhere and write as the value of a key, with what to write instead.</summary>
internal static class ForeignWords
{
    private const string Policies =
        "write Basic256Sha256, Aes128_Sha256_RsaOaep or Aes256_Sha256_RsaPss, or leave 'security' out for all three";
    private const string Old = "a policy that the OPC Foundation has withdrawn because it is unsafe; " + Policies;
    private const string Mode = "a mode and no policy; the modes Sign and SignAndEncrypt come with every policy: " + Policies;

    private static readonly FrozenDictionary<(string Key, string Word), string> Words = new Dictionary<(string, string), string>
    {
        [("swap", "abcd")] = "the order of S7 itself; remove 'swap'",
        [("swap", "cdab")] = "the order that is called 'word' here; write 'swap: word'",
        [("swap", "badc")] = "the order that is called 'byte' here; write 'swap: byte'",
        [("swap", "dcba")] = "the order that is called 'both' here; write 'swap: both'",
        [("swap", "true")] = "not enough to know the order; write 'swap: word' (CDAB), 'swap: byte' (BADC) or 'swap: both' (DCBA)",
        [("swap", "false")] = "the default; remove 'swap'",
        [("security", "basic256")] = Old,
        [("security", "basic128rsa15")] = Old,
        [("security", "sign")] = Mode,
        [("security", "signandencrypt")] = Mode,
        [("access", "rw")] = "short for what is written out here; write 'access: readwrite'",
        [("access", "r/w")] = "short for what is written out here; write 'access: readwrite'",
        [("access", "ro")] = "short for what is written out here; write 'access: read'",
        [("anonymous", "true")] = "not enough to know what is allowed; write 'anonymous: read' or 'anonymous: write'",
        [("anonymous", "false")] = "said in another word; write 'anonymous: none'",
    }.ToFrozenDictionary();

    /// <summary>The finding about such a word; null: it is none.</summary>
    public static string? Explain(string key, string word) =>
        word.Length <= 20 && Words.TryGetValue((key, word.ToLowerInvariant()), out var what) ? $"'{word}' for '{key}' is {what}" : null;
}
