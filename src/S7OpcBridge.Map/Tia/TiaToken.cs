namespace S7OpcBridge.Map.Tia;

/// <summary>What a word of an SCL or AWL source is.</summary>
internal enum TiaTokenKind : byte
{
    End,
    Word,
    Quoted,
    Literal,
    Symbol,
    Comment,
}

/// <summary>A word of an SCL or AWL source.</summary>
/// <param name="Kind">What it is.</param>
/// <param name="Text">Its text; without quotes, and a comment without its slashes.</param>
/// <param name="Spot">Where it begins.</param>
internal readonly record struct TiaToken(TiaTokenKind Kind, string Text, SourceSpot Spot)
{
    /// <summary>True for a word in any case, or a symbol.</summary>
    public bool Is(string text) => Kind is TiaTokenKind.Word or TiaTokenKind.Symbol && Text.Equals(text, StringComparison.OrdinalIgnoreCase);
}
