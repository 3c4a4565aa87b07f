using System.Security.Cryptography.X509Certificates;
using Microsoft.Extensions.Logging;
using S7OpcBridge.Bridge.Alarms;
using S7OpcBridge.Bridge.Events;
using S7OpcBridge.Bridge.Values;
using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;
using S7OpcBridge.OpcUa.Server.Conditions;

namespace S7OpcBridge.Bridge;

/// <summary>
/// The alarms of a map as OPC UA conditions: those of tags, found in what the PLCs send, and one per PLC. Made before the <see cref="BridgeServer"/> that
/// serves them; disposed after it.
/// </summary>
public sealed partial class BridgeAlarms : IDisposable
{
    private readonly Lock _gate = new();
    private static readonly TimeSpan CheckCertificatesEvery = TimeSpan.FromMinutes(1);

    private readonly TimeProvider _time;
    private readonly SortedDictionary<uint, X509Certificate2> _certificates = [];
    private bool _hasSystem;
    private readonly AlarmDetection _detection;
    private readonly AlarmAcknowledgement _acknowledgement;
    private readonly CpuAlarms _cpus;
    private readonly Dictionary<int, (PlcHealthState Health, PlcStatus Status)> _plcs = [];
    private TagMap _map = new()
    {
        Plcs = [],
        ScanGroups = [],
        Tags = [],
    };
    private int[] _plcConditions = [];
    private int _firstCertificate;
    private DateTimeOffset _nextCheck;
    private VariableTable? _table;

    /// <summary>Creates the alarms; there are none before a map is given.</summary>
    /// <param name="acquisition">Takes acknowledgements to the PLCs.</param>
    /// <param name="applicationUri">The server's ApplicationUri, a part of all EventIds.</param>
    /// <param name="hasSystem">True: PLCs have an alarm each.</param>
    /// <param name="loggers">Creates the logger.</param>
    public BridgeAlarms(Acquisition acquisition, string applicationUri, bool hasSystem, TimeProvider time, ILoggerFactory loggers)
    {
        (_time, _hasSystem) = (time, hasSystem);
        Conditions = new ConditionSet(time, applicationUri);
        _detection = new AlarmDetection(_gate, Conditions, time, Read);
        var log = new AlarmLog(loggers.CreateLogger("S7OpcBridge.Alarms"), NameOf);
        _acknowledgement = new AlarmAcknowledgement(_gate, _detection, Conditions, acquisition, Read, log)
        {
            Owns = tag => tag < _map.Tags.Length && acquisition.Owns(_map.Tags[tag].Plc),
        };
        _cpus = new CpuAlarms(_gate, Conditions, acquisition.AcknowledgeAsync, log);
        Conditions.Handler = DecideAsync;
    }

    /// <summary>The conditions, in the order of the map; those of PLCs and certificates follow, then those that CPUs have named.</summary>
    public ConditionSet Conditions { get; }

    /// <summary>True: PLCs and certificates have alarms. A change takes effect at once.</summary>
    public bool HasSystem
    {
        get => Volatile.Read(ref _hasSystem);
        set
        {
            TagMap map;
            lock (_gate)
            {
                if (_hasSystem == value)
                    return;
                _hasSystem = value;
                map = _map;
            }
            Adopt(map);
        }
    }

    /// <summary>Called when other conditions were defined, before the first of their values is looked at: stored states are restored here.</summary>
    public Action? Defined { get; set; }

    /// <inheritdoc/>
    public void Dispose()
    {
        _detection.Dispose();
        Conditions.Dispose();
    }

    /// <summary>Sets the table that values are read from.</summary>
    internal void Follow(VariableTable table) => _table = table;

    /// <summary>Evaluates the alarms of the tags in a published batch.</summary>
    internal void Evaluate(TagBatch batch) => _detection.Evaluate(batch);

    /// <summary>Adds the alarm of a certificate that the server uses from now on.</summary>
    internal void Renew(X509Certificate2 certificate)
    {
        TagMap map;
        lock (_gate)
        {
            _certificates[CertificateAlarms.TypeOf(certificate)] = certificate;
            map = _map;
        }
        if (HasSystem)
            Adopt(map);
    }

    /// <summary>Replaces the alarms by those of a map. Conditions with the same ids keep their states.</summary>
    internal void Adopt(TagMap map)
    {
        var model = AlarmModel.From(map);
        lock (_gate)
        {
            _map = map;
            var definitions = new List<ConditionDefinition>(model.Definitions);
            _plcConditions = new int[map.Plcs.Length];
            foreach (var plc in map.Plcs)
            {
                _plcConditions[plc.Index] = _hasSystem && !plc.IsGone ? definitions.Count : -1;
                if (_plcConditions[plc.Index] >= 0)
                    definitions.Add(PlcAlarms.DefineFor(plc));
            }
            _firstCertificate = definitions.Count;
            if (_hasSystem)
                definitions.AddRange(_certificates.Values.Select(CertificateAlarms.DefineFor));
            _cpus.Adopt(map, definitions);
            _nextCheck = default;
            _plcs.Clear();
            _acknowledgement.Clear();
            Conditions.Replace(definitions);
            Defined?.Invoke();
            _detection.Adopt(model, Present);
        }
    }

    /// <summary>Evaluates the alarm of a PLC by its state; called every quarter of a second.</summary>
    internal void Look(PlcDefinition plc, PlcHealthState health, PlcStatus status)
    {
        if (!HasSystem)
            return;
        lock (_gate)
        {
            if (!_hasSystem)
                return;
            CheckCertificates();
            if (plc.Index >= _plcConditions.Length || _plcConditions[plc.Index] is not (>= 0 and var condition))
                return;
            if (_plcs.TryGetValue(plc.Index, out var last) && last.Health == health && last.Status.ChangedLayouts == status.ChangedLayouts)
                return;
            // Nothing is known before the first attempt has ended and its result was seen twice.
            if (status is { Connected: false, State: not (PlcState.Disabled or PlcState.Stopped) } && health == PlcHealthState.None)
                return;
            _plcs[plc.Index] = (health, status);
            var trouble = PlcAlarms.TroubleOf(plc, health, status);
            // Another cause is another alarm: the one before has ended.
            if (trouble is not null && last.Status is not null && PlcAlarms.TroubleOf(plc, last.Health, last.Status) is not null)
                Conditions.Update(condition, PlcAlarms.StateOf(plc, trouble: null));
            Conditions.Update(condition, PlcAlarms.StateOf(plc, trouble));
        }
    }

    private ValueTask<StatusCode> DecideAsync(ConditionRequest request, CancellationToken cancellationToken)
    {
        KnownCpuAlarm? alarm;
        lock (_gate)
            alarm = _cpus.Find(request.Condition);
        return alarm is not null && request.Action == ConditionAction.Acknowledge
            ? _cpus.DecideAsync(alarm, request, cancellationToken)
            : _acknowledgement.DecideAsync(request, cancellationToken);
    }

    private void CheckCertificates()
    {
        var now = _time.GetUtcNow();
        if (now < _nextCheck)
            return;
        _nextCheck = now + CheckCertificatesEvery;
        var condition = _firstCertificate;
        foreach (var certificate in _certificates.Values)
            Conditions.Update(condition++, CertificateAlarms.StateOf(certificate, now));
    }

    private TagSample? Present(int tag)
    {
        if (_table is null || tag >= _table.Count)
            return null;
        var read = _table.Read(tag);
        return TypeMapping.TryFromVariant(read.Value, out var value) && read.SourceTime != 0
            ? new TagSample(tag, value, QualityOf(read.Status), UaTime.ToTicks(read.SourceTime))
            : null;
    }

    private TagValue Read(int tag) =>
        _table is { } table && TypeMapping.TryFromVariant(table.Read(tag).Value, out var value) ? value : default;

    private string NameOf(int tag) => tag < _map.Tags.Length ? $"{_map.Plcs[_map.Tags[tag].Plc].Name}/{_map.Tags[tag].Name}" : $"{tag}";

    // The way back from a status is needed only for values of a running bridge at a reload.
    private static TagQuality QualityOf(StatusCode status)
    {
        foreach (var quality in Enum.GetValues<TagQuality>())
        {
            if (StatusMapping.ToStatusCode(quality) == status)
                return quality;
        }
        return TagQuality.DeviceFailure;
    }
}
