using System.Collections.Immutable;

namespace S7OpcBridge.Core;

/// <summary>A text in one language.</summary>
/// <param name="Locale">Its language: <c>de</c>, <c>en-US</c>; empty: not said.</param>
/// <param name="Text">The text. <c>{0}</c> is the first of the fields; braces of the text itself are doubled.</param>
public readonly record struct LocalText(string Locale, string Text);

/// <summary>A tag whose value stands in an alarm's text.</summary>
/// <param name="Path">Path of the tag below its PLC.</param>
/// <param name="Hexadecimal">True: whole numbers are shown in hexadecimal digits.</param>
/// <param name="Decimals">Digits behind the decimal point; -1: as many as the value has.</param>
public readonly record struct AlarmField(string Path, bool Hexadecimal = false, int Decimals = -1);

/// <summary>The text of an alarm in its languages. Immutable, compared by content.</summary>
/// <param name="languages">The texts; each language occurs once, the first is shown to clients that ask for none of them.</param>
/// <param name="fields">The tags whose values stand in the texts.</param>
public sealed class AlarmText(ImmutableArray<LocalText> languages, ImmutableArray<AlarmField> fields) : IEquatable<AlarmText>
{
    /// <summary>The texts by language.</summary>
    public ImmutableArray<LocalText> Languages => languages;

    /// <summary>The tags whose values stand in the texts.</summary>
    public ImmutableArray<AlarmField> Fields => fields;

    /// <summary>A text in no particular language, without fields.</summary>
    public static AlarmText Parse(string text) =>
        new([new LocalText("", text.Replace("{", "{{", StringComparison.Ordinal).Replace("}", "}}", StringComparison.Ordinal))], []);

    /// <inheritdoc/>
    public bool Equals(AlarmText? other) =>
        other is not null
        && languages.AsSpan().SequenceEqual(other.Languages.AsSpan())
        && fields.AsSpan().SequenceEqual(other.Fields.AsSpan());

    /// <inheritdoc/>
    public override bool Equals(object? obj) => Equals(obj as AlarmText);

    /// <inheritdoc/>
    public override int GetHashCode() => HashCode.Combine(languages.Length, fields.Length, languages.IsEmpty ? default : languages[0]);
}
