using System.Globalization;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>What a process holds in memory, looked at once a second.</summary>
internal sealed class ResidentMemory(ChildProgram program)
{
    private static readonly TimeSpan BetweenLooks = TimeSpan.FromSeconds(1);

    private readonly List<long> _looks = [];

    /// <summary>What it holds typically in the second quarter of the time, when everything has been done once.</summary>
    public long Early => MedianOf(_looks[(_looks.Count / 4)..(_looks.Count / 2)]);

    /// <summary>The same in the last quarter.</summary>
    public long Late => MedianOf(_looks[(_looks.Count * 3 / 4)..]);

    /// <summary>By how much that grew in an hour at this pace, in MB.</summary>
    public string PerHour => ((Late - Early) / 1048576.0 / (_looks.Count * 0.5 / 3600)).ToString("F1", CultureInfo.InvariantCulture);

    /// <summary>Looks until cancelled.</summary>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        while (!cancellationToken.IsCancellationRequested)
        {
            _looks.Add(program.ResidentBytes);
            await Task.Delay(BetweenLooks, TimeProvider.System, cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }

    private static long MedianOf(List<long> looks) => looks.Order().ElementAt(looks.Count / 2);
}
