namespace S7OpcBridge.TestSummary;

/// <summary>A test that failed.</summary>
/// <param name="Assembly">Name of the test project; null where the file was cut before it said so.</param>
/// <param name="Class">Full name of the fixture's class, with <c>+</c> before an inner one and the fixture's arguments in brackets; null as above.</param>
/// <param name="Name">Name of the test, with its arguments.</param>
internal sealed record FailedTest(string? Assembly, string? Class, string Name)
{
    /// <summary>
    /// Part of the full names of all tests of the class; null where there is no class. The name of a fixture with arguments ends before its bracket: NUnit's
    /// adapter looks for the end of a bracket in a filter until memory ends.
    /// </summary>
    public string? Filter =>
        Class switch
        {
            null => null,
            _ when Class.IndexOf('(', StringComparison.Ordinal) is >= 0 and var bracket => Class[..bracket],
            _ => $"{Class}.",
        };

    public override string ToString() => $"{Class ?? "a class that the file does not name"}: {OneLine(Name)}";

    /// <summary>A text as one line, whatever it has in it.</summary>
    public static string OneLine(string text) =>
        string.Join(' ', text.Split(['\r', '\n', '\t'], StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries));
}
