using System.Globalization;
using System.Text.RegularExpressions;

namespace S7OpcBridge.Core.ClassicS7;

/// <summary>Texts as engineering tools export them, in which a value stands as <c>@1%d@</c> or <c>@2W%5u@</c>.</summary>
/// <remarks>
/// S7CommPlus reads the same places in another way (AlarmPlaceholder): there the value has a type, so that element, width, precision and text list apply. What
/// an S7-300 or S7-400 sends has none; all of the place gives way to the value as text, also where a format is one that S7CommPlus does not know.
/// </remarks>
internal static partial class S7AlarmText
{
    /// <summary>The text with its values; a place without one stays as it is.</summary>
    public static string With(string text, IReadOnlyList<string> values) =>
        values.Count == 0 || !text.Contains('@', StringComparison.Ordinal)
            ? text
            : Place()
                .Replace(
                    text,
                    match =>
                        int.TryParse(match.Groups["value"].ValueSpan, NumberStyles.None, CultureInfo.InvariantCulture, out var number)
                        && number >= 1
                        && number <= values.Count
                            ? values[number - 1]
                            : match.Value
                );

    [GeneratedRegex("@(?<value>[0-9]{1,2})[A-Z]?%[^@]{1,10}@", RegexOptions.CultureInvariant)]
    private static partial Regex Place();
}
