using System.Runtime.CompilerServices;
using Microsoft.Extensions.Logging.Abstractions;
using S7OpcBridge.Bridge;
using S7OpcBridge.Core;

namespace S7OpcBridge.Watch;

/// <summary>
/// Watches tags over connections of its own, one per PLC, with the same acquisition as the bridge. Tags by symbol follow what the CPU tells of types.
/// </summary>
internal sealed class DirectWatch
{
    // Interval for taking batches, on a thread separate from acquisition, because a terminal may be slow.
    private static readonly TimeSpan Pace = TimeSpan.FromMilliseconds(50);

    private const int PlcsEvery = 10;

    private readonly TagMap _compiled;
    private readonly WatchFilter _filter;
    private readonly Acquisition _acquisition;
    private readonly TimeProvider _time;
    private readonly Dictionary<int, string> _values = [];
    private volatile bool _symbolsTold;
    private TagMap? _selectedFrom;
    private Dictionary<int, WatchTag> _selected = [];

    private DirectWatch(TagMap compiled, WatchFilter filter, Acquisition acquisition, TimeProvider time)
    {
        (_compiled, _filter, _acquisition, _time) = (compiled, filter, acquisition, time);
        acquisition.SymbolsTold = _ => _symbolsTold = true;
    }

    /// <param name="map">The map as it was compiled.</param>
    /// <param name="filter">What to watch of it.</param>
    /// <param name="hooks">For connections by S7CommPlus.</param>
    /// <param name="cancellationToken">Ends the watch; the connections are closed with a disconnect.</param>
    public static async IAsyncEnumerable<WatchUpdate> RunAsync(
        TagMap map,
        WatchFilter filter,
        S7PlusHooks hooks,
        TimeProvider time,
        [EnumeratorCancellation] CancellationToken cancellationToken
    )
    {
        var compiled = WatchedMap.SelectCompiled(map, filter);
        await using var acquisition = new Acquisition(compiled, time, NullLoggerFactory.Instance, hooks);
        await foreach (var update in new DirectWatch(compiled, filter, acquisition, time).RunAsync(cancellationToken))
            yield return update;
    }

    private async IAsyncEnumerable<WatchUpdate> RunAsync([EnumeratorCancellation] CancellationToken cancellationToken)
    {
        _acquisition.Start();
        Task? following = null;
        var isToTell = true;
        using var timer = new PeriodicTimer(Pace, _time);
        try
        {
            for (var tick = 0; !cancellationToken.IsCancellationRequested; tick++)
            {
                if (following is { IsCompleted: true })
                {
                    await following;
                    (following, isToTell) = (null, true);
                }
                if (following is null && _symbolsTold)
                {
                    _symbolsTold = false;
                    following = FollowAsync(cancellationToken);
                }
                var map = Select();
                var tags = isToTell ? _selected.Values.ToArray() : null;
                // Before the CPUs have told their symbols, none is no answer.
                if (tick == 0 && tags is [])
                    tags = null;
                isToTell = false;
                var changes = ReadChanges();
                var plcs =
                    tick % PlcsEvery == 0
                        ? map.Plcs.Select(plc => WatchPlc.From(plc.Name, _acquisition.StatusOf(plc.Index))).ToArray()
                        : [];
                if (changes.Count > 0 || plcs.Length > 0 || tags is not null)
                    yield return new WatchUpdate(changes, plcs) { Tags = tags };
                if (!await WaitAsync(timer, cancellationToken))
                    yield break;
            }
        }
        finally
        {
            if (following is not null)
                await following.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }

    // It waits for the reader of the batches, so it runs beside it.
    private async Task FollowAsync(CancellationToken cancellationToken)
    {
        try
        {
            var (before, concrete) = (_acquisition.Map, _acquisition.Concrete(_compiled));
            var watched = WatchedMap.Select(concrete, _filter.Select(concrete), concrete.Symbols);
            var next = MapMigration.Create(before, watched, before.Tags.Length, before.ScanGroups.Length);
            if (!next.Before.Tags.SequenceEqual(next.After.Tags))
                await _acquisition.AdoptAsync(next, cancellationToken);
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            // The watch ends.
        }
    }

    // What the compiled map names and is not selected is there only until the CPU has told what it is.
    private TagMap Select()
    {
        var map = _acquisition.Map;
        if (ReferenceEquals(map, _selectedFrom))
            return map;
        (_selectedFrom, _selected) = (map, _filter.Select(map).ToDictionary(static tag => tag.Id, tag => WatchTag.From(map, tag)));
        return map;
    }

    private List<WatchChange> ReadChanges()
    {
        var changes = new List<WatchChange>();
        while (_acquisition.Batches.TryRead(out var batch))
        {
            Select();
            foreach (ref readonly var sample in batch.Samples)
            {
                if (_selected.TryGetValue(sample.Tag, out var tag))
                    changes.Add(ChangeOf(tag, sample));
            }
            batch.Return();
        }
        return changes;
    }

    private WatchChange ChangeOf(WatchTag tag, in TagSample sample)
    {
        // Kind None keeps the last value and changes the quality; some qualities remove the value.
        if (sample.Value.Kind != TagValueKind.None)
            _values[sample.Tag] = ValueText.Format(sample.Value);
        else if (StatusMapping.ToStatusCode(sample.Quality).IsBad)
            _values[sample.Tag] = "";
        return new WatchChange(tag.Name, _values.GetValueOrDefault(sample.Tag, ""), StatusMapping.ToStatusCode(sample.Quality).Value);
    }

    private static async ValueTask<bool> WaitAsync(PeriodicTimer timer, CancellationToken cancellationToken)
    {
        try
        {
            return await timer.WaitForNextTickAsync(cancellationToken);
        }
        catch (OperationCanceledException)
        {
            return false;
        }
    }
}
