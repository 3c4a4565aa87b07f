using System.Globalization;

namespace S7OpcBridge.TestSummary;

/// <summary>Whether a line ran, and how many of the ways on from it were taken.</summary>
internal readonly record struct LineCoverage(bool Ran, int Branches, int RunBranches)
{
    /// <summary>Reads <c>hits="3"</c> and <c>condition-coverage="50% (1/2)"</c>, of which the latter may be missing.</summary>
    public static LineCoverage Of(string? hits, string? conditions)
    {
        var parts = (conditions ?? "").Split('(', '/', ')');
        return parts.Length > 2
            ? new LineCoverage(hits is not "0", Number(parts[2]), Number(parts[1]))
            : new LineCoverage(hits is not "0", 0, 0);
    }

    /// <summary>Two runs together. Which ways each of them took is not known: at least as many as the one that took more.</summary>
    public LineCoverage With(LineCoverage other) =>
        new(Ran || other.Ran, Math.Max(Branches, other.Branches), Math.Max(RunBranches, other.RunBranches));

    private static int Number(string text) => int.TryParse(text, CultureInfo.InvariantCulture, out var number) ? number : 0;
}
