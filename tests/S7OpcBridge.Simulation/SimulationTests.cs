using System.Diagnostics;
using System.Text.RegularExpressions;
using S7OpcBridge.Simulation.Faults;

namespace S7OpcBridge.Simulation;

/// <summary>Starts this program, because a run needs a process of its own: docs/internals/simulation.md.</summary>
public sealed partial class SimulationTests
{
    private const int Patience = 300_000;

    public static IEnumerable<TestCaseData> Faults => PlantedFault.All.Select(static fault => new TestCaseData(fault.Name, fault.Seed));

    [Test, CancelAfter(Patience)]
    public async Task A_seed_is_the_same_run_in_each_process(CancellationToken token)
    {
        var three = HashesOf((await PlayAsync(token, "--seed", "6", "--count", "3")).Output);
        var one = HashesOf((await PlayAsync(token, "--seed", "8", "--count", "1")).Output);

        Assert.That(three, Has.Length.EqualTo(3).And.Unique);
        Assert.That(one, Is.EqualTo(three[2..]));
    }

    [Test, CancelAfter(Patience)]
    public async Task Seeds_that_failed_once_hold(CancellationToken token)
    {
        var (exitCode, output) = await PlayAsync(token, "--kept");

        Assert.That(exitCode, Is.Zero, output);
        Assert.That(output, Does.Contain("holds"));
    }

    [TestCaseSource(nameof(Faults)), CancelAfter(Patience)]
    public async Task A_planted_fault_is_found(string fault, ulong seed, CancellationToken token)
    {
        var (exitCode, output) = await PlayAsync(token, "--fault", fault, "--seed", $"{seed}", "--count", "60");

        TestContext.Out.WriteLine(Found().Match(output).Value);
        Assert.That(exitCode, Is.EqualTo(1), output);
        Assert.That(output, Does.Match(Found()));
    }

    private static string[] HashesOf(string output) => [.. Hash().Matches(output).Select(static match => match.Value)];

    private static async Task<(int ExitCode, string Output)> PlayAsync(CancellationToken token, params string[] arguments)
    {
        var start = new ProcessStartInfo("dotnet") { RedirectStandardOutput = true, RedirectStandardError = true };
        foreach (var argument in (string[])[typeof(SimulationTests).Assembly.Location, .. arguments])
            start.ArgumentList.Add(argument);
        using var process = Process.Start(start)!;
        await using var end = token.Register(static process => ((Process)process!).Kill(), process);
        var errors = process.StandardError.ReadToEndAsync(token);
        var output = await process.StandardOutput.ReadToEndAsync(token);
        await process.WaitForExitAsync(token);
        return (process.ExitCode, output + await errors);
    }

    [GeneratedRegex("seed [0-9]+: [0-9a-f]{16}.*")]
    private static partial Regex Hash();

    [GeneratedRegex("seed [0-9]+ failed: .*")]
    private static partial Regex Found();
}
