namespace S7OpcBridge.Import.Tia;

/// <summary>The texts beside a SIMATIC SD source (.s7res): <c>- id: MLC_3xu</c>, then a line for each language.</summary>
internal static class SdTexts
{
    /// <summary>The texts by their id.</summary>
    /// <param name="text">The file.</param>
    /// <param name="language">The wished language; where a text does not have it, the first.</param>
    public static IReadOnlyDictionary<string, string> Read(string text, string? language)
    {
        var texts = new Dictionary<string, string>(StringComparer.Ordinal);
        var id = "";
        foreach (var line in text.AsSpan().EnumerateLines())
        {
            var plain = line.Trim();
            var colon = plain.IndexOf(':');
            if (colon < 0)
                continue;
            var value = plain[(colon + 1)..].Trim().Trim('"').ToString();
            var key = plain[..colon].TrimStart("- ");
            if (key.SequenceEqual("id"))
                id = value;
            else if (
                id.Length > 0
                && value.Length > 0
                && (language is not null && key.StartsWith(language, StringComparison.OrdinalIgnoreCase) || !texts.ContainsKey(id))
            )
                texts[id] = value;
        }
        return texts;
    }
}
