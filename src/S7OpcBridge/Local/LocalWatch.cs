using System.Runtime.CompilerServices;
using S7OpcBridge.Bridge;
using S7OpcBridge.Core;
using S7OpcBridge.Watch;

namespace S7OpcBridge.Local;

/// <summary>Watches tags of the running bridge, from its variable table; follows its map.</summary>
/// <param name="filter">What to watch.</param>
/// <param name="acquisition">Its PLC connections.</param>
/// <param name="server">Its values.</param>
internal sealed class LocalWatch(WatchFilter filter, Acquisition acquisition, BridgeServer server)
{
    private static readonly TimeSpan Pace = TimeSpan.FromMilliseconds(200);

    private const int PlcsEvery = 3;

    private TagMap? _map;
    private IReadOnlyList<Tag> _tags = [];
    private WatchTag[] _names = [];
    private WatchChange[] _told = [];
    private ScanGroup[] _groups = [];
    private int[] _plcs = [];

    public async IAsyncEnumerable<WatchUpdate> RunAsync(TimeProvider time, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        try
        {
            using var timer = new PeriodicTimer(Pace, time);
            for (var tick = 0; ; tick++)
            {
                var isOther = !ReferenceEquals(_map, acquisition.Map);
                if (isOther)
                    Select(acquisition.Map);
                var changes = ReadChanges();
                var states =
                    tick % PlcsEvery == 0
                        ? _plcs.Select(plc => WatchPlc.From(_map!.Plcs[plc].Name, acquisition.StatusOf(plc))).ToArray()
                        : [];
                if (changes.Count > 0 || states.Length > 0 || isOther)
                    yield return new WatchUpdate(changes, states) { Tags = isOther ? _names : null };
                await timer.WaitForNextTickAsync(cancellationToken);
            }
        }
        finally
        {
            Unlisten(_groups);
        }
    }

    private void Select(TagMap map)
    {
        var before = _groups;
        _map = map;
        _tags = filter.Select(map);
        _names = [.. _tags.Select(tag => WatchTag.From(map, tag))];
        var known = _told.Where(static told => told.Tag is not null).ToDictionary(static told => told.Tag);
        _told = [.. _names.Select(tag => known.GetValueOrDefault(tag.Name))];
        _groups = [.. _tags.Select(tag => map.ScanGroups[tag.ScanGroup]).Distinct()];
        _plcs = [.. _groups.Select(group => group.Plc).Concat(filter.MaySelect(map).Select(entry => entry.Plc)).Distinct().Order()];
        foreach (var group in _groups)
            acquisition.Listen(group.Index, group.Interval);
        Unlisten(before);
    }

    private void Unlisten(ScanGroup[] groups)
    {
        foreach (var group in groups)
            acquisition.Unlisten(group.Index, group.Interval);
    }

    private List<WatchChange> ReadChanges()
    {
        var changes = new List<WatchChange>();
        for (var i = 0; i < _tags.Count; i++)
        {
            var (value, status) = server.ReadTag(_tags[i].Id);
            var now = new WatchChange(_names[i].Name, ValueText.Format(value), status.Value);
            if (now != _told[i])
                changes.Add(_told[i] = now);
        }
        return changes;
    }
}
