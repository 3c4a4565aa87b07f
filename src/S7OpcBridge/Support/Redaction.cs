using System.Text.RegularExpressions;
using S7OpcBridge.Map;

namespace S7OpcBridge.Support;

/// <summary>
/// Takes secrets out of texts: values of keys that are named like a secret, hashes, private keys, logins in URLs and connection strings, and the very secrets
/// of the map, wherever they occur.
/// </summary>
internal sealed partial class Redaction
{
    public const string LeftOut = "(left out)";

    // A shorter text occurs in other places, too: replacing it would make the report unreadable and protect nothing.
    private const int ShortestKnown = 3;

    private readonly List<(string Secret, string Instead)> _known = [];

    /// <summary>Adds a secret that is known: from a password file, or from the environment.</summary>
    /// <param name="secret">The text; short ones are ignored.</param>
    /// <param name="instead">What stands in its place.</param>
    public void Know(string? secret, string instead = LeftOut)
    {
        if (secret?.Trim() is { Length: >= ShortestKnown } text)
            _known.Add((text, instead));
    }

    /// <summary>Adds all secrets of a loaded map.</summary>
    public void Know(BridgeMap map)
    {
        foreach (var plc in map.Tags.Plcs)
        {
            Know(plc.Password);
            Know(plc.S7Plus?.Password);
        }
        foreach (var user in map.Server.Users)
            Know(user.Password?.ToString());
        Know(map.Cluster?.Secret);
        if (map.Cluster is { Members: { Store: not ClusterStore.Witness, Connection: { } connection } })
            Know(connection);
        Know(map.Server.History?.Postgres);
        foreach (var mqtt in map.Mqtt)
            Know(mqtt.Password);
    }

    /// <summary>The text without secrets.</summary>
    public string Redact(string text)
    {
        // The longest first: a secret may contain another one.
        foreach (var (secret, instead) in _known.OrderByDescending(known => known.Secret.Length))
            text = text.Replace(secret, instead, StringComparison.Ordinal);
        text = PrivateKey().Replace(text, LeftOut);
        text = Hash().Replace(text, LeftOut);
        text = WithoutBlocks(text);
        text = Value().Replace(text, $"$1{LeftOut}");
        text = ConnectionPart().Replace(text, $"$1{LeftOut}");
        return Login().Replace(text, $"$1{LeftOut}@");
    }

    private static string WithoutBlocks(string text)
    {
        if (!text.AsSpan().ContainsAny('|', '>'))
            return text;
        var lines = new List<string>();
        int? inside = null;
        foreach (var line in text.Split('\n'))
        {
            var isBlank = line.AsSpan().Trim().IsEmpty;
            if (inside is { } indent && (isBlank || line.Length - line.TrimStart().Length > indent))
                continue;
            var head = isBlank ? Match.Empty : BlockHead().Match(line);
            inside = head.Success ? head.Groups[1].Length : null;
            lines.Add(head.Success ? $"{head.Value[..^1]}{LeftOut}" : line);
        }
        return string.Join('\n', lines);
    }

    private const string SecretKeys =
        "pass(?:word|wd|phrase)?|passwort|pwd|secret|token|api[_-]?key|connection(?:[_-]?string)?|postgres|redis|credentials?|"
        + "authorization";

    [GeneratedRegex(@"-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----.*?(?:-----END [A-Z0-9 ]*PRIVATE KEY-----|\z)", RegexOptions.Singleline)]
    private static partial Regex PrivateKey();

    [GeneratedRegex(@"\$(?:pbkdf2[-a-z0-9]*|argon2[a-z]*|2[aby]|5|6|scrypt|y)\$[^\s""',}\]]+")]
    private static partial Regex Hash();

    // key: | or key: >; the lines below that are indented further belong to it.
    [GeneratedRegex(@"^([ \t-]*)[""']?(?:" + SecretKeys + @")[""']?[ \t]*:[ \t]*[|>]", RegexOptions.IgnoreCase)]
    private static partial Regex BlockHead();

    // key: value; a mapping ({ file: … }) stays, it names a file.
    [GeneratedRegex(
        @"((?<![\w])[""']?(?:"
            + SecretKeys
            + @")[""']?[ \t]*:[ \t]*)"
            + @"(?:""(?:[^""\\]|\\.)*""|'(?:[^']|'')*'|(?!\(left out\))[^\s{\[""'#,}][^\n,}#]*)",
        RegexOptions.IgnoreCase
    )]
    private static partial Regex Value();

    [GeneratedRegex(@"(\b(?:password|pwd|user password)\s*=\s*)(?!\(left out\))[^;\s""']+", RegexOptions.IgnoreCase)]
    private static partial Regex ConnectionPart();

    [GeneratedRegex(@"(\b[a-z][a-z0-9+.-]*://)[^\s/@""']+@", RegexOptions.IgnoreCase)]
    private static partial Regex Login();
}
