using System.Globalization;

namespace S7OpcBridge.TestSummary;

/// <summary>Runs the tests of a class once more.</summary>
/// <param name="assembly">Name of the test project.</param>
/// <param name="filter">What is in the full names of its tests.</param>
/// <returns>True if there were some, and all passed.</returns>
internal delegate Task<bool> RunAgain(string assembly, string filter, CancellationToken cancellationToken);

/// <summary>How many tests passed and failed, and which of them are to be looked at.</summary>
/// <param name="Passed">Tests that passed, also those that did only when they were run again.</param>
/// <param name="Failed">Tests that failed, and runs that gave no results.</param>
/// <param name="Unsteady">Tests that passed when they were run again.</param>
/// <param name="Failures">What failed, a line each.</param>
internal sealed record Tally(int Passed, int Failed, IReadOnlyList<string> Unsteady, IReadOnlyList<string> Failures)
{
    /// <summary>As many failed tests are run again, with all of their class. More are no accident.</summary>
    public const int MostRunAgain = 5;

    /// <summary>Counts, and runs a few failed tests again.</summary>
    /// <param name="results">All files of results.</param>
    /// <param name="exitCode">Exit code of <c>dotnet test</c>.</param>
    /// <param name="projects">Names of the test projects that there are.</param>
    /// <param name="again">Runs a class again.</param>
    /// <param name="cancellationToken">Ends it.</param>
    public static async Task<Tally> OfAsync(
        IReadOnlyList<TrxFile> results,
        int exitCode,
        IReadOnlyList<string> projects,
        RunAgain again,
        CancellationToken cancellationToken
    )
    {
        var failed = results.SelectMany(static file => file.FailedTests).ToArray();
        var failures = new List<string>();
        var unsteady = new List<string>();
        foreach (var tests in failed.GroupBy(static test => (test.Assembly, test.Filter)))
        {
            var passes =
                failed.Length <= MostRunAgain
                && tests.Key is ({ } assembly, { } filter)
                && await again(assembly, filter, cancellationToken);
            (passes ? unsteady : failures).AddRange(tests.Select(static test => test.ToString()));
        }
        failures.AddRange(results.Select(static file => file.Fault).OfType<string>());
        if ((exitCode != 0 || results.Count == 0) && WithoutResults(results, projects) is { } missing)
            failures.Add(missing);
        if (exitCode != 0 && failures.Count + unsteady.Count == 0)
            failures.Add($"'dotnet test' ended with {exitCode}, and no test failed: something was not built, or could not start");
        var passed = results.Sum(static file => file.Passed) + unsteady.Count;
        return new Tally(passed, failures.Count, unsteady, failures);
    }

    /// <summary>The file for <c>.ci/run</c>: both numbers, then what is to be said at the end, a line each.</summary>
    public string ToText() =>
        string.Join(
            '\n',
            [
                string.Create(CultureInfo.InvariantCulture, $"{Passed} {Failed}"),
                .. Unsteady.Select(static test => $"UNSTEADY, failed once and passed when it was run again: {test}"),
                .. Failures.Select(static failure => $"FAILED: {failure}"),
                "",
            ]
        );

    // A run that crashed at once names no project, and neither does one without any test.
    private static string? WithoutResults(IReadOnlyList<TrxFile> results, IReadOnlyList<string> projects)
    {
        var missing = projects.Except(results.SelectMany(static file => file.Assemblies)).Order(StringComparer.Ordinal).ToArray();
        return missing.Length > results.Count(static file => file.Assemblies.Count == 0)
            ? $"there are no results of {string.Join(", ", missing)}"
            : null;
    }
}
