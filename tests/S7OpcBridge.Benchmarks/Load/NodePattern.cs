using System.Globalization;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.Benchmarks;

/// <summary>Ids of variables that differ in a number: <c>ns=1;s=V{0}</c> or <c>ns=1;i={0}</c>.</summary>
internal sealed record NodePattern(ushort Namespace, string Text, bool IsNumeric)
{
    private const string Number = "{0}";

    /// <exception cref="FormatException">It is no such pattern.</exception>
    public static NodePattern Parse(string pattern)
    {
        if (
            pattern.Split(';', 2) is [var space, ['s' or 'i', '=', .. var text]]
            && text.Contains(Number, StringComparison.Ordinal)
            && space.StartsWith("ns=", StringComparison.Ordinal)
            && ushort.TryParse(space.AsSpan(3), NumberStyles.None, CultureInfo.InvariantCulture, out var index)
        )
            return new NodePattern(index, text, pattern.Contains(";i=", StringComparison.Ordinal));
        throw new FormatException($"'{pattern}' is no pattern of node ids; write ns=1;s=V{Number} or ns=1;i={Number}.");
    }

    /// <summary>The id of a variable.</summary>
    public NodeId Variable(int number)
    {
        var text = Text.Replace(Number, number.ToString(CultureInfo.InvariantCulture), StringComparison.Ordinal);
        return IsNumeric ? new NodeId(Namespace, uint.Parse(text, CultureInfo.InvariantCulture)) : new NodeId(Namespace, text);
    }

    /// <summary>The id of the variable that says how many of the others change: beside them, named <c>Changing</c>.</summary>
    public NodeId Changing => new(Namespace, Text[..(Text.LastIndexOf('/') + 1)] + "Changing");
}
