namespace S7OpcBridge.Map.Findings;

/// <summary>Shortens a text of the user's file for a finding. The user may have named the wrong file, and it may contain a secret.</summary>
internal static class Excerpt
{
    private const int Most = 40;

    /// <summary>At most 40 characters of the first line, without control characters; "…" marks the omitted rest.</summary>
    public static string Of(string text)
    {
        var line = text.AsSpan().Trim();
        var shown = line[..Math.Min(line.Length, Most)];
        if (shown.IndexOfAny('\r', '\n') is var end and >= 0)
            shown = shown[..end];
        var clean = new string([.. shown.ToArray().Where(c => !char.IsControl(c))]);
        return shown.Length == line.Length ? clean : $"{clean.TrimEnd()}…";
    }

    /// <summary>The same for a key; the excerpt ends where the text no longer looks like a name.</summary>
    public static string OfKey(string text)
    {
        var length = 0;
        while (length < text.Length && (char.IsLetterOrDigit(text[length]) || " ._-/{}".Contains(text[length])))
            length++;
        return length == text.Length ? Of(text) : $"{Of(text[..length])}…";
    }
}
