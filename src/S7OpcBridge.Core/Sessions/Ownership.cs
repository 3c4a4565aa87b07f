using S7OpcBridge.Core.Reading;

namespace S7OpcBridge.Core.Sessions;

/// <summary>What an acquisition knows of PLCs without a session: status and listeners. Used under <see cref="Gate"/>, or as it says.</summary>
internal sealed class Ownership(RemotePlcs remote)
{
    private readonly Dictionary<int, ScanDemand> _listeners = [];
    private readonly Dictionary<int, Task> _closing = [];
    private PlcStatus?[] _statuses = [];

    public Lock Gate { get; } = new();

    public RemotePlcs Remote => remote;

    /// <summary>The status that the owner of a PLC has told; null: none. Any thread.</summary>
    public PlcStatus? StatusOf(int plc) =>
        Volatile.Read(ref _statuses) is var all && (uint)plc < (uint)all.Length ? Volatile.Read(ref all[plc]) : null;

    public void Report(int plc, PlcStatus status)
    {
        if (_statuses.Length <= plc)
        {
            var grown = new PlcStatus?[plc + 1];
            _statuses.CopyTo(grown, 0);
            Volatile.Write(ref _statuses, grown);
        }
        Volatile.Write(ref _statuses[plc], status);
    }

    /// <summary>The listeners of a scan class without a session.</summary>
    public ScanDemand ListenersOf(ScanGroup group)
    {
        if (!_listeners.TryGetValue(group.Index, out var demand))
            _listeners.Add(group.Index, demand = new ScanDemand(group.Interval));
        return demand;
    }

    /// <summary>A session begins: the listeners are its own from now on.</summary>
    public void GiveListeners(PlcSession session, TagMap map)
    {
        foreach (var group in map.ScanGroups)
        {
            if (
                group.Plc == session.Plc.Index
                && session.ClassOf(group.Index) is { } scan
                && _listeners.Remove(group.Index, out var demand)
            )
                (demand.Fastest, scan.Demand) = (group.Interval, demand);
        }
    }

    /// <summary>A session ends: its listeners wait for the next one.</summary>
    public void KeepListeners(PlcSession session, TagMap map)
    {
        foreach (var group in map.ScanGroups)
        {
            if (group.Plc == session.Plc.Index && session.ClassOf(group.Index) is { } scan)
                _listeners[group.Index] = scan.Demand;
        }
    }

    /// <summary>The task that ends when the last session of a PLC has closed its connection.</summary>
    public Task ClosingOf(int plc) => _closing.GetValueOrDefault(plc, Task.CompletedTask);

    public void Closes(int plc, Task closing) => _closing[plc] = closing;

    public Task AllClosed() => Task.WhenAll(_closing.Values);
}
