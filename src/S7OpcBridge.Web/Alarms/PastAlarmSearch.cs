using System.Globalization;
using S7OpcBridge.Web.Answers;

namespace S7OpcBridge.Web.Alarms;

/// <summary>Which past changes of alarms are wanted.</summary>
/// <param name="Words">All must be in the source, the text or the class.</param>
/// <param name="Plc">Name of a PLC; empty: all.</param>
/// <param name="Class">Name of a class; empty: all.</param>
/// <param name="After">Where the last answer ended; null: from now on backwards.</param>
/// <param name="Count">Rows of the answer at most.</param>
internal sealed record PastAlarmSearch(string[] Words, string Plc, string Class, PastPosition? After, int Count)
{
    public const int UsualRows = 100,
        MostRows = 500;

    /// <summary>Reads <c>search</c>, <c>plc</c>, <c>class</c>, <c>after</c> and <c>count</c>.</summary>
    /// <exception cref="PageQueryException">One is not as it should be.</exception>
    public static PastAlarmSearch Parse(PageQuery query) =>
        new(
            query.Text("search").Split(' ', StringSplitOptions.RemoveEmptyEntries),
            query.Text("plc"),
            query.Text("class"),
            PositionOf(query.Text("after")),
            query.Number("count", 1, MostRows, UsualRows)
        );

    /// <summary>A position as text.</summary>
    public static string? TextOf(PastPosition? position) =>
        position is { } place ? string.Create(CultureInfo.InvariantCulture, $"{place.Time}-{place.Sequence}") : null;

    /// <summary>Whether a row is wanted. Gaps are: nobody knows what is missing there.</summary>
    public bool Fits(AlarmRow row) =>
        row.State == AlarmRow.Gap
        || (Plc.Length == 0 || row.Source == Plc || row.Source.StartsWith(Plc + "/", StringComparison.Ordinal))
            && (Class.Length == 0 || row.Class == Class)
            && Words.All(word => Has(row.Source, word) || Has(row.Message, word) || Has(row.Class, word));

    private static bool Has(string text, string word) => text.Contains(word, StringComparison.OrdinalIgnoreCase);

    private static PastPosition? PositionOf(string text)
    {
        if (text.Length == 0)
            return null;
        var parts = text.Split('-');
        return parts.Length == 2 && NumberOf(parts[0]) is { } time && NumberOf(parts[1]) is { } sequence
            ? new PastPosition(time, sequence)
            : throw new PageQueryException("'after' is what the answer before said as 'older'.");
    }

    private static long? NumberOf(string text) =>
        long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : null;
}
