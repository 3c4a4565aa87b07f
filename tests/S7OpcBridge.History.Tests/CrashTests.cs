using System.Globalization;

namespace S7OpcBridge.History.Tests;

/// <summary>A process that is killed, and a disk without room.</summary>
internal sealed class CrashTests : StoreFixture
{
    [Test, CancelAfter(120_000)]
    public async Task Killed_again_and_again_it_loses_nothing_that_was_acknowledged(CancellationToken cancellationToken)
    {
        var random = new Random(3);
        for (var round = 0; round < 5; round++)
        {
            using var child = ChildStore.Start("dotnet", [.. ChildStore.Command, "write", Folder]);
            var acknowledged = int.Parse((await child.StandardOutput.ReadLineAsync(cancellationToken))!, CultureInfo.InvariantCulture);
            var goal = acknowledged + random.Next(20, 120);
            while (acknowledged < goal)
                acknowledged = int.Parse((await child.StandardOutput.ReadLineAsync(cancellationToken))!, CultureInfo.InvariantCulture);
            child.Kill();
            while (await child.StandardOutput.ReadLineAsync(cancellationToken) is { } line)
                acknowledged = int.TryParse(line, CultureInfo.InvariantCulture, out var number) ? number : acknowledged;
            await child.WaitForExitAsync(cancellationToken);
            await CheckAsync(acknowledged, gaps: round);
        }
    }

    [Test, CancelAfter(120_000)]
    public async Task A_full_disk_costs_the_values_of_that_time_alone(CancellationToken cancellationToken)
    {
        Assert.That(OperatingSystem.IsLinux(), "the test fills a small file system of Linux");
        var store = Path.Combine(Folder, "room", "store");
        // A file system of 12 MB of its own, of which 6 MB are taken; where that is not allowed, a limit on the size of a file.
        var script = $"""
            mkdir -p {store}; run="dotnet exec {typeof(ChildStore).Assembly.Location} full {store}"
            inner="mount -t tmpfs -o size=12m tmpfs {Folder}/room && head -c 6000000 /dev/zero > {Folder}/room/filling && mkdir {store} && exec $run"
            for how in "unshare -m" "unshare -rm"; do $how sh -c "mount -t tmpfs tmpfs {Folder}/room" 2>/dev/null && exec $how sh -c "$inner"
            done
            export DOTNET_EnableWriteXorExecute=0; trap '' XFSZ; ulimit -S -f 1500; exec $run
            """;
        using var child = ChildStore.Start("sh", "-c", script);
        var lines = (await child.StandardOutput.ReadToEndAsync(cancellationToken)).Split('\n', StringSplitOptions.RemoveEmptyEntries);
        await child.WaitForExitAsync(cancellationToken);
        Assert.That(lines, Has.Length.EqualTo(3), string.Join('\n', lines));
        Assert.That(lines[0], Does.StartWith("Files in ").And.EndWith("make room or check the rights."));
        var values = lines[2].Split(' ');
        var gap = Array.IndexOf(values, "BadDataLost");
        Assert.That(gap, Is.GreaterThan(100), "values before the disk was full");
        var lost = int.Parse(values[gap + 1], CultureInfo.InvariantCulture) - gap;
        Assert.That(lost, Is.GreaterThanOrEqualTo(6), "values while it was full");
        string[] expected = [.. Numbers(0, gap), "BadDataLost", .. Numbers(gap + lost, values.Length - gap - 1)];
        Assert.That(values, Is.EqualTo(expected));
        Assert.That(lines[1], Is.EqualTo($"recorded {gap + lost + values.Length - gap - 1}, lost {lost}, stored {values.Length - 1}"));

        static IEnumerable<string> Numbers(int from, int count) =>
            Enumerable.Range(from, count).Select(i => i.ToString(CultureInfo.InvariantCulture));
    }

    private async Task CheckAsync(int acknowledged, int gaps)
    {
        await using var store = await HistoryStore.OpenAsync(
            new() { Folder = Folder, CommitInterval = TimeSpan.FromHours(1) },
            TimeProvider.System,
            Microsoft.Extensions.Logging.Abstractions.NullLogger.Instance,
            CancellationToken.None
        );
        for (var series = 0; series < ChildStore.Series; series++)
        {
            var all = await AllAsync(store, ChildStore.Key(series));
            var numbers = all.Where(value => value.Status.IsGood).Select(ChildStore.NumberOf).ToArray();
            Assert.That(numbers, Is.EqualTo(Enumerable.Range(0, numbers.Length)), "no value twice, none left out");
            Assert.That(
                numbers,
                Has.Length.InRange(acknowledged + 1, acknowledged + 2),
                "what was acknowledged, and at most the batch after it"
            );
            Assert.That(all.Count(value => value.Status.IsBad), Is.EqualTo(gaps), "a gap for each crash before");
        }
    }
}
