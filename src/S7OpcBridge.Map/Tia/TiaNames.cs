using System.Globalization;

namespace S7OpcBridge.Map.Tia;

/// <summary>Reads names, types, bounds and start values of declarations.</summary>
internal static class TiaNames
{
    /// <summary>The bounds of an array as written: <c>[1..4, 0.."MAX"]</c>; empty: no array.</summary>
    public static string ReadBounds(TiaCursor at)
    {
        if (!at.Is("ARRAY"))
            return "";
        var bounds = new System.Text.StringBuilder();
        for (at.Step(); !at.Is("OF") && !at.AtEnd && !at.Is(";"); at.Step())
            bounds.Append(at.Token.Kind == TiaTokenKind.Quoted ? $"\"{at.Token.Text}\"" : at.Token.Text);
        at.Step();
        return bounds.ToString();
    }

    /// <summary>A type: <c>Real</c>, <c>"MotorUdt"</c>, <c>String[20]</c>, <c>UDT 5</c>, <c>FB 20</c>, <c>SFB 4</c>.</summary>
    public static string ReadTypeName(TiaCursor at)
    {
        var quoted = at.Token.Kind == TiaTokenKind.Quoted;
        var name = quoted ? "\"" + at.Token.Text + "\"" : at.Token.Text;
        at.Step();
        // SIMATIC SD: _.MotorUdt.
        if (name == "_" && at.Is("."))
        {
            at.Step();
            name = $"\"{at.Token.Text}\"";
            at.Step();
            return name;
        }
        if (!quoted)
            name = ReadNumber(at, name);
        if (!at.Is("["))
            return name;
        at.Step();
        name += $"[{at.Token.Text}]";
        at.Step();
        if (at.Is("]"))
            at.Step();
        return name;
    }

    /// <summary>The name of a block or type: <c>"Motor"</c>, <c>DB 10</c>, <c>UDT 5</c>, <c>FB 20</c>.</summary>
    /// <param name="at">Where the name begins; afterwards behind it.</param>
    /// <param name="number">The number of a data block that is named by it; null: none.</param>
    public static string ReadName(TiaCursor at, out int? number)
    {
        number = null;
        var name = at.Token.Text;
        var quoted = at.Token.Kind == TiaTokenKind.Quoted;
        at.Step();
        if (quoted)
            return name;
        name = ReadNumber(at, name);
        if (name.StartsWith("DB", StringComparison.OrdinalIgnoreCase) && int.TryParse(name.AsSpan(2), out var db))
            number = db;
        return name;
    }

    /// <summary>A value behind := up to the semicolon: 1.5, 16#FF, T#1s, 'text', [1, 2, 3(0)]; null: there is none.</summary>
    public static string? ReadValue(TiaCursor at)
    {
        if (!at.Is(":="))
            return null;
        var value = new System.Text.StringBuilder();
        for (at.Step(); !at.AtEnd && !at.Is(";") && !at.Is("END_STRUCT") && !at.Is("END_VAR") && !at.Is("END_DATA_BLOCK"); at.Step())
            value.Append(
                at.Token.Kind switch
                {
                    TiaTokenKind.Quoted => $"\"{at.Token.Text}\"",
                    TiaTokenKind.Literal => $"'{at.Token.Text}'",
                    _ => at.Token.Text,
                }
            );
        return value.ToString();
    }

    // STEP 7 names a block by its kind and number, with or without a blank between: the name is the same.
    private static string ReadNumber(TiaCursor at, string kind)
    {
        if (
            !NumberedKinds.Contains(kind, StringComparer.OrdinalIgnoreCase)
            || !ushort.TryParse(at.Token.Text, NumberStyles.None, null, out var number)
        )
            return kind;
        at.Step();
        return string.Create(CultureInfo.InvariantCulture, $"{kind}{number}");
    }

    private static readonly string[] NumberedKinds = ["DB", "UDT", "FB", "SFB", "FC", "SFC", "OB"];
}
