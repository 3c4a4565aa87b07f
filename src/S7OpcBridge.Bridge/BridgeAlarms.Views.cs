using S7OpcBridge.Bridge.Alarms;
using S7OpcBridge.Bridge.Nodes;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server.Conditions;

namespace S7OpcBridge.Bridge;

/// <summary>What others see of the alarms.</summary>
public sealed partial class BridgeAlarms
{
    // The lock is released after so many, because values wait for it.
    private const int AtOnce = 256;

    /// <summary>Number of alarms.</summary>
    public int Count => Conditions.Count;

    /// <summary>The alarms that fulfil a condition, in the order of the map. A reload meanwhile ends the list.</summary>
    /// <param name="matches">Whether an alarm is wanted.</param>
    /// <param name="most">Number of alarms at most.</param>
    public IReadOnlyList<AlarmView> List(Func<AlarmView, bool> matches, int most)
    {
        var found = new List<AlarmView>();
        Walk(condition =>
        {
            if (found.Count < most && Show(condition) is var view && matches(view))
                found.Add(view);
        });
        return found;
    }

    /// <summary>An alarm by the text of its node id; null: there is none, or no longer.</summary>
    public AlarmView? Find(string id)
    {
        lock (_gate)
            return Conditions.Find(new NodeId(TagNamespace.Index, id)) is >= 0 and var condition ? Show(condition) : null;
    }

    /// <summary>The EventId of the last event of an alarm, by the text of its node id; null: there is no alarm, or no event.</summary>
    public byte[]? LastEventOf(string id)
    {
        lock (_gate)
            return Conditions.Find(new NodeId(TagNamespace.Index, id)) is >= 0 and var condition ? Conditions.LastEventOf(condition) : null;
    }

    /// <summary>The states that should survive a restart, by the text of the node id.</summary>
    public IReadOnlyDictionary<string, ConditionRecord> Save()
    {
        var records = new Dictionary<string, ConditionRecord>();
        Walk(condition =>
        {
            if (Conditions.Save(condition) is { } record && Conditions.Show(condition).Id.Identifier is string id)
                records[id] = record;
        });
        return records;
    }

    /// <summary>Counts by class, in the order of the map; that of PLCs is last.</summary>
    public IReadOnlyList<AlarmCounts> Counts()
    {
        var counts = new Dictionary<string, AlarmCounts>();
        Walk(condition =>
        {
            var name = ClassOf(condition);
            var before = counts.GetValueOrDefault(name) with { Class = name };
            var record = Conditions.Show(condition).Record;
            counts[name] = record.IsEnabled
                ? before with
                {
                    Total = before.Total + 1,
                    Active = before.Active + (record.States != ConditionStates.Inactive ? 1 : 0),
                    Unacknowledged = before.Unacknowledged + (record.IsAcked ? 0 : 1),
                    Unconfirmed = before.Unconfirmed + (record.IsConfirmed ? 0 : 1),
                    Shelved = before.Shelved + (record.Shelving != ShelvingMode.Unshelved ? 1 : 0),
                }
                : before with
                {
                    Total = before.Total + 1,
                    Disabled = before.Disabled + 1,
                };
        });
        return [.. counts.Values];
    }

    private void Walk(Action<int> visit)
    {
        AlarmModel? model = null;
        var next = 0;
        while (true)
        {
            lock (_gate)
            {
                model ??= _detection.Model;
                if (model != _detection.Model || next >= Conditions.Count)
                    return;
                for (var end = Math.Min(next + AtOnce, Conditions.Count); next < end; next++)
                    visit(next);
            }
        }
    }

    private AlarmView Show(int condition)
    {
        var (view, rules) = (Conditions.Show(condition), _detection.Model.Rules);
        if (_cpus.Find(condition) is { } told)
        {
            return new AlarmView(
                told.Id,
                _map.Plcs[told.Plc].Name,
                told.Source,
                CpuAlarmDefinitions.WordsOf(told.Class),
                view.Message,
                view.Retain,
                view.Quality,
                view.Record
            )
            {
                CanShelve = false,
            };
        }
        var tag = condition < rules.Length ? _map.Tags[rules[condition].Tag] : null;
        var plc = tag is null ? view.SourceName : _map.Plcs[tag.Plc].Name;
        var id = view.Id.Identifier as string ?? "";
        return new AlarmView(id, plc, tag?.Name ?? "", ClassOf(condition), view.Message, view.Retain, view.Quality, view.Record);
    }

    private string ClassOf(int condition) =>
        condition < _detection.Model.Rules.Length ? _detection.Model.Rules[condition].Alarm.Class.Name
        : _cpus.Find(condition) is { } told ? CpuAlarmDefinitions.WordsOf(told.Class)
        : "";
}
