using System.Collections.Immutable;
using System.Security.Cryptography;
using S7OpcBridge.Core.Links;
using S7OpcBridge.S7;

namespace S7OpcBridge.Core.ClassicS7;

/// <summary>The alarms of an S7-300 or S7-400: ALARM, ALARM_8, NOTIFY, and ALARM_S where the map allows what was not tried enough.</summary>
/// <param name="plc">The PLC.</param>
/// <param name="settings">What its map says of alarms.</param>
/// <param name="ceiling">Counts the requests.</param>
internal sealed class S7AlarmFeed(PlcDefinition plc, CpuAlarmSettings settings, LoadCeiling ceiling, S7Connection connection) : CpuAlarmFeed
{
    // Messages of one call: a slow reader gets them in pieces.
    private const int MostAtOnce = 500;

    private static readonly S7MessageKinds[] Listed = [S7MessageKinds.Alarm8, S7MessageKinds.AlarmS];

    private readonly S7AlarmMemory _memory = new(plc, settings);

    // The CPU keeps what it sends by the name of the station, so that two bridges need two.
    private readonly string _station = "S7" + RandomNumberGenerator.GetHexString(6);
    private S7MessageSubscription? _subscription;

    public override async ValueTask<string?> BeginAsync(CancellationToken cancellationToken)
    {
        ceiling.Charge();
        var kinds = settings.KindsOf(await connection.Messages.ReadKindsAsync(cancellationToken).ConfigureAwait(false));
        if ((kinds & CpuAlarmSettings.AlarmKinds) == 0)
            return "it has alarms of the kind ALARM_S only, which were tried with few CPUs; allow them with 'alarms: { plc: true, experimental: true }'";
        ceiling.Charge();
        _subscription = await connection.Messages.SubscribeAsync(kinds, _station, cancellationToken).ConfigureAwait(false);
        return null;
    }

    public override async ValueTask<CpuAlarmList> ListAsync(CancellationToken cancellationToken)
    {
        var list = new List<S7PendingAlarm>();
        try
        {
            foreach (var kind in Listed)
            {
                if (_subscription!.Kinds.HasFlag(kind))
                    list.AddRange(await ListAsync(kind, cancellationToken).ConfigureAwait(false));
            }
        }
        catch (S7ProtocolException)
        {
            // A list that nobody can read says nothing, and the connection stands.
            return new CpuAlarmList([], IsWhole: false);
        }
        _memory.Clear();
        return new CpuAlarmList(_memory.Take(list));
    }

    public override bool TellsMode => _subscription?.Kinds.HasFlag(S7MessageKinds.Mode) == true;

    public override async ValueTask<ImmutableArray<CpuEvent>> ReadEventsAsync(CancellationToken cancellationToken)
    {
        try
        {
            ceiling.Charge();
            var entries = await connection.Diagnostics.ReadBufferAsync(CpuAlarmStatus.MostEvents, cancellationToken).ConfigureAwait(false);
            return [.. entries.Select(_memory.EventOf)];
        }
        catch (Exception e) when (e is S7RefusedException or S7ProtocolException)
        {
            return [];
        }
    }

    public override async ValueTask<CpuDiagnostics?> ReadDiagnosticsAsync(CancellationToken cancellationToken)
    {
        var report = await connection
            .Diagnostics.ReadReportAsync(CpuAlarmStatus.MostEvents, Charge, cancellationToken)
            .ConfigureAwait(false);
        return new CpuDiagnostics(
            [.. report.LitLeds],
            [.. report.FaultyStations.Select(static station => station.Words)],
            report.LastStop is { } stop ? _memory.EventOf(stop) : null
        );
    }

    public override async ValueTask<CpuAlarmChanges> ReceiveAsync(CancellationToken cancellationToken)
    {
        var (subscription, changes) = (_subscription!, ImmutableArray.CreateBuilder<CpuAlarm>());
        var events = ImmutableArray.CreateBuilder<CpuEvent>();
        var (hasLost, mode) = (false, S7CpuState.Unknown);
        var message = await subscription.ReceiveAsync(cancellationToken).ConfigureAwait(false);
        for (var left = MostAtOnce; message is not null; message = --left > 0 ? subscription.TryReceive() : null)
        {
            hasLost |= _memory.Take(message, changes);
            if (message is S7EventMessage happened)
                events.Add(_memory.EventOf(happened.Entry));
            else if (message is S7ModeMessage changed)
                mode = changed.Mode.ToState();
        }
        hasLost |= subscription.TakeLost();
        return new CpuAlarmChanges(changes.DrainToImmutable(), hasLost, !connection.IsAlive)
        {
            Events = events.DrainToImmutable(),
            Mode = mode,
        };
    }

    public override async ValueTask<CpuAckAnswer> AcknowledgeAsync(ulong id, CancellationToken cancellationToken)
    {
        if (!settings.IsExperimental)
            return AckRefusals.NotExperimental;
        var signal = (int)(id & 0xFF);
        try
        {
            ceiling.Charge();
            var wanted = new S7AlarmAcknowledgement((uint)(id >> 8), (byte)(1 << Math.Max(0, signal - 1)));
            var answers = await connection.Messages.AcknowledgeAsync(new[] { wanted }, cancellationToken).ConfigureAwait(false);
            return answers[0] == S7ItemStatus.Ok
                ? new CpuAckAnswer(CpuAckResult.Accepted)
                : new CpuAckAnswer(CpuAckResult.Refused, $"The CPU answered {(byte)answers[0]:X2}.");
        }
        catch (S7RefusedException e)
        {
            return new CpuAckAnswer(CpuAckResult.Refused, e.Message);
        }
    }

    private ValueTask<IDisposable?> Charge(CancellationToken cancellationToken)
    {
        ceiling.Charge();
        return ValueTask.FromResult<IDisposable?>(null);
    }

    private Task<IReadOnlyList<S7PendingAlarm>> ListAsync(S7MessageKinds kind, CancellationToken cancellationToken)
    {
        ceiling.Charge();
        return connection.Messages.ReadPendingAsync(kind, cancellationToken);
    }
}
