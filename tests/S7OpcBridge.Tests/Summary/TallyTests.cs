using System.Runtime.CompilerServices;
using S7OpcBridge.TestSummary;

namespace S7OpcBridge.Tests.Summary;

/// <summary>What .ci/run says of a run of all tests, by files of results that 'dotnet test' wrote.</summary>
[FixtureLifeCycle(LifeCycle.InstancePerTestCase)]
public sealed class TallyTests
{
    private readonly List<string> _ranAgain = [];

    [Test]
    public async Task Each_test_counts_once_and_what_it_printed_does_not()
    {
        var tally = await CountAsync(["failed.trx"], passesAgain: false);
        Assert.That((tally.Passed, tally.Failed), Is.EqualTo((4, 5)), "a skipped test is neither");
        Assert.That(tally.Unsteady, Is.Empty);
        Assert.That(
            tally.Failures,
            Is.EquivalentTo(
                new[]
                {
                    "Sample.Tests.FamilyTests(\"S7-1500\"): Knows_its_name",
                    "Sample.Tests.PumpTests: Takes(\"tab\\there\",2)",
                    "Sample.Tests.PumpTests: Stops",
                    "Sample.Tests.Outer+InnerTests: Fails",
                    "Sample.Tests.BrokenSetupTests: Never_runs",
                }
            )
        );
    }

    [Test]
    public async Task A_class_with_failed_tests_is_run_again_once_and_what_passes_then_is_named_as_unsteady()
    {
        var tally = await CountAsync(["failed.trx", "fine.trx"], passesAgain: true);
        Assert.That((tally.Passed, tally.Failed), Is.EqualTo((10, 0)));
        Assert.That(tally.Unsteady, Has.Count.EqualTo(5).And.Member("Sample.Tests.PumpTests: Stops"));
        Assert.That(
            _ranAgain,
            Is.EquivalentTo(
                new[]
                {
                    "Sample.Tests Sample.Tests.FamilyTests",
                    "Sample.Tests Sample.Tests.PumpTests.",
                    "Sample.Tests Sample.Tests.Outer+InnerTests.",
                    "Sample.Tests Sample.Tests.BrokenSetupTests.",
                }
            )
        );
    }

    [Test]
    public async Task More_failed_tests_than_an_accident_has_are_not_run_again()
    {
        var tally = await CountAsync(["failed.trx", "failed.trx"], passesAgain: true);
        Assert.That((tally.Passed, tally.Failed), Is.EqualTo((8, 10)));
        Assert.That(_ranAgain, Is.Empty);
    }

    [Test]
    public async Task A_run_that_crashed_is_a_failure_also_beside_tests_that_pass_when_they_are_run_again()
    {
        var tally = await CountAsync(["failed.trx", "crash.trx"], passesAgain: true);
        Assert.That((tally.Passed, tally.Failed), Is.EqualTo((9, 1)));
        Assert.That(tally.Failures.Single(), Does.Contain("Test host process crashed"));
    }

    [Test]
    public async Task What_a_cut_file_still_says_counts_and_that_it_is_cut_is_a_failure()
    {
        var tally = await CountAsync(["cut.trx"], passesAgain: true);
        Assert.That(tally.Passed, Is.EqualTo(3));
        Assert.That(tally.Failures, Has.Some.Contains("Stops").And.Some.Contains("cut.trx is no whole file of results"));
        Assert.That(_ranAgain, Is.Empty, "the file ends before it names a class");
    }

    [Test]
    public async Task No_file_at_all_is_a_failure_that_says_so()
    {
        var tally = await CountAsync([], passesAgain: true);
        Assert.That((tally.Passed, tally.Failed), Is.EqualTo((0, 1)));
        Assert.That(tally.Failures.Single(), Is.EqualTo("there are no results of Sample.Tests"));
    }

    [Test]
    public async Task A_project_that_was_not_built_is_a_failure_though_all_tests_of_others_passed()
    {
        var tally = await Tally.OfAsync([Sample("fine.trx")], 1, ["Sample.Tests", "Other.Tests"], Never, CancellationToken.None);
        Assert.That((tally.Passed, tally.Failed), Is.EqualTo((1, 1)));
        Assert.That(tally.Failures.Single(), Is.EqualTo("there are no results of Other.Tests"));
    }

    [Test]
    public async Task A_project_without_any_test_is_none()
    {
        var tally = await CountAsync(["fine.trx", "no-test.trx"], passesAgain: true, "Sample.Tests", "Other.Tests");
        Assert.That((tally.Passed, tally.Failed), Is.EqualTo((1, 0)));
    }

    [Test]
    public async Task An_end_with_an_error_that_no_test_explains_is_a_failure()
    {
        var tally = await Tally.OfAsync([Sample("fine.trx")], 1, ["Sample.Tests"], Never, CancellationToken.None);
        Assert.That((tally.Passed, tally.Failed), Is.EqualTo((1, 1)));
        Assert.That(tally.Failures.Single(), Does.StartWith("'dotnet test' ended with 1"));
    }

    [Test]
    public void The_file_for_the_script_begins_with_both_numbers_and_has_a_line_for_each_name()
    {
        var tally = new Tally(6046, 2, ["A.B: c"], ["D.E: f", "G.H: i"]);
        Assert.That(
            tally.ToText(),
            Is.EqualTo("6046 2\nUNSTEADY, failed once and passed when it was run again: A.B: c\nFAILED: D.E: f\nFAILED: G.H: i\n")
        );
        Assert.That(new FailedTest("A", "B", "c(\"x\ny\")").ToString(), Is.EqualTo("B: c(\"x y\")"), "a name is one line");
    }

    private static TrxFile Sample(string file, [CallerFilePath] string here = "") =>
        TrxFile.Read(Path.Combine(Path.GetDirectoryName(here)!, "Samples", file));

    private Task<Tally> CountAsync(string[] files, bool passesAgain, params string[] projects) =>
        Tally.OfAsync(
            [.. files.Select(static file => Sample(file))],
            files is ["fine.trx", ..] ? 0 : 1,
            projects is [] ? ["Sample.Tests"] : projects,
            (assembly, filter, _) =>
            {
                _ranAgain.Add($"{assembly} {filter}");
                return Task.FromResult(passesAgain);
            },
            CancellationToken.None
        );

    private static Task<bool> Never(string assembly, string filter, CancellationToken cancellationToken) =>
        throw new AssertionException($"{filter} is run again");
}
