namespace S7OpcBridge.OpcUa.Server.Conditions;

/// <summary>A text in several languages. Immutable; conditions with the same text share one object.</summary>
public sealed class ConditionText
{
    private readonly LocalizedText[] _texts;

    /// <summary>Makes it from the text of each locale; the first is for clients that ask for none of them.</summary>
    /// <param name="texts">At least one; locales such as <c>en</c> or <c>de-DE</c>.</param>
    public ConditionText(params IReadOnlyList<LocalizedText> texts)
    {
        ArgumentOutOfRangeException.ThrowIfZero(texts.Count);
        _texts = [.. texts];
    }

    /// <summary>The text in all its languages.</summary>
    public IReadOnlyList<LocalizedText> Texts => _texts;

    /// <summary>The text for a session: its first locale that there is, exactly or by language (<c>de</c> serves <c>de-AT</c>); else the first text.</summary>
    /// <param name="locales">The session's locales, the preferred one first; null: none.</param>
    public LocalizedText In(IReadOnlyList<string?>? locales)
    {
        if (_texts.Length == 1)
            return _texts[0];
        for (var i = 0; i < (locales?.Count ?? 0); i++)
        {
            if (locales![i] is { Length: > 0 } wanted && (Find(wanted, isExact: true) ?? Find(wanted, isExact: false)) is { } found)
                return found;
        }

        return _texts[0];
    }

    /// <inheritdoc/>
    public override string ToString() => _texts[0].Text ?? "";

    private LocalizedText? Find(ReadOnlySpan<char> wanted, bool isExact)
    {
        foreach (ref readonly var text in _texts.AsSpan())
        {
            ReadOnlySpan<char> locale = text.Locale;
            if ((isExact ? locale : LanguageOf(locale)).Equals(isExact ? wanted : LanguageOf(wanted), StringComparison.OrdinalIgnoreCase))
                return text;
        }

        return null;
    }

    private static ReadOnlySpan<char> LanguageOf(ReadOnlySpan<char> locale) =>
        locale.IndexOf('-') is >= 0 and var hyphen ? locale[..hyphen] : locale;
}
