using Microsoft.Extensions.Logging;
using S7OpcBridge.Bridge;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server.Conditions;

namespace S7OpcBridge.Alarms;

/// <summary>
/// Keeps the states of alarms in a file: restores them at the start and for alarms that a reload adds, and stores them within a second after a change.
/// </summary>
internal sealed class AlarmStates
{
    private static readonly TimeSpan Pause = TimeSpan.FromSeconds(1);

    private readonly BridgeAlarms _alarms;
    private readonly AlarmStateFile _file;
    private readonly TimeProvider _time;
    private readonly AlarmStateLog _log;
    private readonly Lock _gate = new();
    private readonly Dictionary<string, ConditionRecord> _stored; // those that no alarm has taken yet; within the gate
    private bool _isChanged,
        _hasFailed;

    /// <summary>Reads the file. A damaged one is kept under another name.</summary>
    public AlarmStates(BridgeAlarms alarms, AlarmStateFile file, TimeProvider time, ILogger logger)
    {
        (_alarms, _file, _time, _log) = (alarms, file, time, new AlarmStateLog(logger));
        _stored = Read();
        alarms.Defined = RestoreAll;
        alarms.Added = Restore;
        alarms.Conditions.Changed += _ => Volatile.Write(ref _isChanged, true);
    }

    /// <summary>Stores changes until cancelled.</summary>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        using var timer = new PeriodicTimer(Pause, _time);
        while (await timer.WaitForNextTickAsync(cancellationToken))
            Save();
    }

    /// <summary>Stores what has changed since the last time.</summary>
    public void Save()
    {
        if (!Volatile.Read(ref _isChanged))
            return;
        Volatile.Write(ref _isChanged, false);
        try
        {
            _file.MakeFolder();
            _file.Write(All());
            if (_hasFailed)
                _log.StoredAgain(_file.Path);
            _hasFailed = false;
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException)
        {
            // Tried again with the next round.
            Volatile.Write(ref _isChanged, true);
            if (!_hasFailed)
                _log.NotStored(_file.Path, error.Message);
            _hasFailed = true;
        }
    }

    private Dictionary<string, ConditionRecord> Read()
    {
        try
        {
            var stored = _file.Read(out var damaged);
            if (damaged is { } bad)
                _log.Damaged(_file.Path, bad.Reason, bad.Kept);
            return stored;
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException)
        {
            _log.Damaged(_file.Path, error.Message, _file.Path);
            return [];
        }
    }

    // Those of CPUs have no condition before the CPU names them.
    private Dictionary<string, ConditionRecord> All()
    {
        var all = new Dictionary<string, ConditionRecord>(_alarms.Save());
        KeyValuePair<string, ConditionRecord>[] stored;
        lock (_gate)
            stored = [.. _stored];
        foreach (var (id, record) in stored)
        {
            if (_alarms.MayCome(id))
                all.TryAdd(id, record);
        }
        return all;
    }

    private void RestoreAll()
    {
        string[] ids;
        lock (_gate)
            ids = [.. _stored.Keys];
        Restore(ids);
    }

    private void Restore(IReadOnlyList<string> ids)
    {
        var count = 0;
        foreach (var id in ids)
        {
            if (_alarms.Conditions.Find(new NodeId(TagAddressSpace.NamespaceIndex, id)) is not (>= 0 and var condition))
                continue;
            // Once only: afterwards the conditions themselves keep it.
            ConditionRecord? record;
            lock (_gate)
            {
                if (!_stored.Remove(id, out record))
                    continue;
            }
            _alarms.Conditions.Restore(condition, record);
            count++;
        }
        if (count > 0)
            _log.Restored(count, _file.Path);
    }
}
