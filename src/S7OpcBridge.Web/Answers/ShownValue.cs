using S7OpcBridge.OpcUa;

namespace S7OpcBridge.Web.Answers;

/// <summary>How the page shows a value and its quality.</summary>
internal static class ShownValue
{
    private const int LongestText = 300;

    /// <summary>The text of a value; what is too long for a cell is cut.</summary>
    public static string Cut(string text) => text.Length > LongestText ? $"{text.AsSpan(0, LongestText)}…" : text;

    /// <summary>good, uncertain or bad.</summary>
    public static string LevelOf(StatusCode status) =>
        status.IsGood ? "good"
        : status.IsUncertain ? "uncertain"
        : "bad";
}
