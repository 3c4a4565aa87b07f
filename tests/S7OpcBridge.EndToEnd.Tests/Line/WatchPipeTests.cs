namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>The built program's <c>watch</c> in a pipe.</summary>
[TestFixture, CancelAfter(600_000), Parallelizable, Platform(Exclude = "Win")]
public sealed class WatchPipeTests
{
    [Test]
    public async Task Watch_ends_when_the_reader_of_its_pipe_has_seen_enough(
        [Values] bool besideABridge,
        CancellationToken cancellationToken
    )
    {
        await using var bridge = await Bridge.StartAsync(SoftPlant.Map(period: "100ms", fast: "50ms"), cancellationToken);
        if (!besideABridge)
        {
            await bridge.Program.TerminateAsync();
            await bridge.Program.ExitAsync(TimeSpan.FromSeconds(30), cancellationToken);
        }

        await using var watch = ChildProgram.Start(
            "bash",
            bridge.Folder,
            "-c",
            $"set -o pipefail; {TestedProgram.Line} watch map.yaml | head -n 2"
        );

        Assert.That(await watch.ExitAsync(TimeSpan.FromSeconds(30), cancellationToken), Is.Zero);
        Assert.That(watch.Output.Split('\n').Count(line => line.StartsWith("Line1/Count\t", StringComparison.Ordinal)), Is.EqualTo(2));
        Assert.That(watch.Output, Does.Not.Contain("the bridge has stopped"));
    }
}
