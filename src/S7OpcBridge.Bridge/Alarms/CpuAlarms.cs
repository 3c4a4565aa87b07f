using System.Collections.Immutable;
using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server.Conditions;

namespace S7OpcBridge.Bridge.Alarms;

/// <summary>
/// The alarms that CPUs raise themselves. A condition is made when its CPU first names it, and stays as long as the bridge runs and the map wants the alarms of
/// the PLC. All members but <see cref="DecideAsync"/> are called within the lock of all alarms.
/// </summary>
/// <param name="gate">The lock of all alarms.</param>
/// <param name="conditions">What is told.</param>
/// <param name="acknowledge">Acknowledges in the CPU.</param>
internal sealed class CpuAlarms(
    Lock gate,
    ConditionSet conditions,
    Func<int, ulong, CancellationToken, ValueTask<CpuAckAnswer>> acknowledge,
    AlarmLog log
)
{
    /// <summary>Conditions of one PLC at most.</summary>
    public const int MostOfPlc = 10_000;

    private readonly Dictionary<int, Plc> _plcs = [];
    private readonly List<KnownCpuAlarm> _all = [];
    private int _first;
    private long _list;

    /// <summary>Called with the ids of conditions that were added: stored states are restored here.</summary>
    public Action<IReadOnlyList<string>>? Added { get; set; }

    /// <summary>The alarm of a condition; null: the condition is no alarm of a CPU.</summary>
    public KnownCpuAlarm? Find(int condition) => condition >= _first && condition - _first < _all.Count ? _all[condition - _first] : null;

    /// <summary>Alarms that have no condition because their PLC has too many.</summary>
    public long Refused { get; private set; }

    /// <summary>Follows a map, and defines the conditions of the alarms that stay.</summary>
    /// <param name="definitions">The other conditions; those of the alarms are added at the end.</param>
    public void Adopt(TagMap map, List<ConditionDefinition> definitions)
    {
        foreach (var index in _plcs.Keys.Where(index => !IsWanted(map, index)).ToArray())
            _plcs.Remove(index);
        foreach (var plc in map.Plcs)
        {
            if (plc.Alarms is not null && !plc.IsGone)
                _plcs[plc.Index] = (_plcs.GetValueOrDefault(plc.Index) is { } known ? known with { Definition = plc } : new Plc(plc)) with
                {
                    Folders = BlockFolders.Find(map, plc.Index),
                };
        }
        _all.RemoveAll(alarm => !_plcs.ContainsKey(alarm.Plc));
        _first = definitions.Count;
        foreach (var alarm in _all)
        {
            alarm.Condition = definitions.Count;
            var message = alarm.Last is { } last ? CpuAlarmDefinitions.MessageOf(last) : null;
            var plc = _plcs[alarm.Plc];
            definitions.Add(CpuAlarmDefinitions.Define(plc.Definition, alarm, plc.FolderOf(alarm.Source), message));
        }
    }

    /// <summary>True: an alarm with this id may be named some day.</summary>
    public bool MayCome(string id) =>
        _plcs.Values.Any(plc => id.StartsWith(CpuAlarmDefinitions.IdOf(plc.Definition, ""), StringComparison.Ordinal));

    /// <summary>Applies what a CPU says.</summary>
    public void Take(CpuAlarmBatch batch)
    {
        if (_plcs.GetValueOrDefault(batch.Plc) is not { } plc)
            return;
        if (batch.News == CpuAlarmNews.Silence)
        {
            conditions.SetQuality([.. plc.Alarms.Values.Select(static alarm => alarm.Condition)], StatusCodes.BadNoCommunication, 0);
            return;
        }
        MakeConditions(plc, batch);
        _list++;
        foreach (var told in batch.Alarms)
        {
            if (!plc.Alarms.TryGetValue(told.Id, out var alarm))
                continue;
            alarm.List = _list;
            Tell(alarm, told);
        }
        if (batch.News == CpuAlarmNews.List)
            EndMissing(plc, UaTime.FromTicks(batch.Time.UtcTicks));
    }

    /// <summary>What a CPU's list would say now; empty where it sends none.</summary>
    public ImmutableArray<CpuAlarm> ListOf(int plc) =>
        _plcs.GetValueOrDefault(plc) is { } known ? [.. known.Alarms.Values.Select(static alarm => alarm.Last).OfType<CpuAlarm>()] : [];

    /// <summary>Passes a client's acknowledgement to the CPU. Any thread.</summary>
    public async ValueTask<StatusCode> DecideAsync(KnownCpuAlarm alarm, ConditionRequest request, CancellationToken cancellationToken)
    {
        // Before the call, because the CPU may say so at once.
        lock (gate)
            alarm.Waiting = request;
        CpuAckAnswer answer;
        try
        {
            answer = await acknowledge(alarm.Plc, alarm.CpuId, cancellationToken).ConfigureAwait(false);
        }
        catch (OperationCanceledException)
        {
            answer = new CpuAckAnswer(CpuAckResult.Timeout, "The client did not wait for the answer.");
        }
        if (answer.Result == CpuAckResult.Accepted)
            return StatusCodes.GoodCompletesAsynchronously;
        lock (gate)
        {
            if (alarm.Waiting == request && answer.Result != CpuAckResult.Timeout)
                alarm.Waiting = null;
        }
        log.NotAcknowledged(alarm.Id, answer);
        return answer.Result switch
        {
            CpuAckResult.AlreadyAcked => StatusCodes.BadConditionBranchAlreadyAcked,
            CpuAckResult.NotSupported => StatusCodes.BadNotSupported,
            CpuAckResult.NoCommunication => StatusCodes.BadNoCommunication,
            CpuAckResult.Timeout => StatusCodes.BadTimeout,
            _ => StatusCodes.BadUnexpectedError,
        };
    }

    private static bool IsWanted(TagMap map, int plc) => plc < map.Plcs.Length && map.Plcs[plc] is { IsGone: false, Alarms: not null };

    private void MakeConditions(Plc plc, CpuAlarmBatch batch)
    {
        List<ConditionDefinition>? definitions = null;
        var first = _all.Count;
        foreach (var told in batch.Alarms)
        {
            if (plc.Alarms.ContainsKey(told.Id))
                continue;
            // One that is over needs no condition.
            if (!told.IsPending)
                continue;
            if (plc.Alarms.Count >= MostOfPlc)
            {
                Refused++;
                if (!plc.IsFull)
                    log.TooManyAlarms(plc.Definition.Name, MostOfPlc);
                plc.IsFull = true;
                continue;
            }
            var alarm = new KnownCpuAlarm(plc.Definition.Index, told, NewId(plc, told))
            {
                Number = plc.Definition.IsS7Plus ? told.Id : told.Id >> 8,
            };
            plc.Ids.Add(alarm.Id);
            plc.Alarms.Add(told.Id, alarm);
            alarm.Condition = _first + _all.Count;
            _all.Add(alarm);
            (definitions ??= []).Add(
                CpuAlarmDefinitions.Define(plc.Definition, alarm, plc.FolderOf(alarm.Source), CpuAlarmDefinitions.MessageOf(told))
            );
        }
        if (definitions is null)
            return;
        conditions.Add(definitions);
        Added?.Invoke([.. _all.Skip(first).Select(static alarm => alarm.Id)]);
    }

    // Two alarms of a CPU should not have the same name.
    private string NewId(Plc plc, CpuAlarm alarm)
    {
        var id = CpuAlarmDefinitions.IdOf(plc.Definition, alarm.Name);
        return plc.Ids.Contains(id) || conditions.Find(new NodeId(Nodes.TagNamespace.Index, id)) >= 0
            ? CpuAlarmDefinitions.IdOf(plc.Definition, $"{alarm.Name}#{alarm.Id:X16}")
            : id;
    }

    private void Tell(KnownCpuAlarm alarm, CpuAlarm told)
    {
        if (alarm.NeedsAck != told.NeedsAck || alarm.Class != told.Class)
        {
            (alarm.NeedsAck, alarm.Class) = (told.NeedsAck, told.Class);
            conditions.SetRules(alarm.Condition, CpuAlarmDefinitions.RulesOf(told.Class, told.NeedsAck));
        }
        conditions.Tell(alarm.Condition, CpuAlarmDefinitions.StateOf(told, alarm.Number, alarm.Waiting));
        if (told.IsAcked)
            alarm.Waiting = null;
        alarm.Last = told.IsPending ? WithTime(alarm, told) : null;
    }

    // A list may not say when; other nodes then show the time that this one has.
    private CpuAlarm WithTime(KnownCpuAlarm alarm, CpuAlarm told) =>
        told.Time == default && conditions.Show(alarm.Condition).Record.ActiveTime is not 0 and var since
            ? told with
            {
                Time = new DateTimeOffset(UaTime.ToTicks(since), TimeSpan.Zero),
            }
            : told;

    // Also of those that are over: what is known of them is good again.
    private void EndMissing(Plc plc, long time)
    {
        foreach (var alarm in plc.Alarms.Values)
        {
            if (alarm.List == _list)
                continue;
            var severity = CpuAlarmDefinitions.SeverityOf(alarm.Last);
            var (user, comment) = (alarm.Waiting?.Caller.User, alarm.Waiting?.Comment ?? default);
            // The CPU does not say when.
            var details = alarm.Last is { } last ? CpuAlarmDefinitions.DetailsOf(last with { Time = default }, alarm.Number) : null;
            conditions.Tell(alarm.Condition, new ConditionToldState(false, true, severity, null, time, time, user, comment, details));
            (alarm.Waiting, alarm.Last) = (null, null);
        }
    }

    /// <summary>The alarms of one PLC.</summary>
    private sealed record Plc(PlcDefinition Definition)
    {
        public Dictionary<ulong, KnownCpuAlarm> Alarms { get; init; } = [];

        public HashSet<string> Ids { get; init; } = [];

        public Dictionary<string, string> Folders { get; init; } = [];

        public bool IsFull { get; set; }

        public string? FolderOf(string block) => Folders.GetValueOrDefault(block);
    }
}
