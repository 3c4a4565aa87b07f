using S7OpcBridge.OpcUa.Server.Access;
using S7OpcBridge.OpcUa.Server.Calls;
using S7OpcBridge.OpcUa.Server.Conditions.Calls;
using S7OpcBridge.OpcUa.Server.Conditions.Nodes;
using S7OpcBridge.OpcUa.Server.Events.Auditing;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Conditions.Tests;

/// <summary>A plant whose Motor has conditions, a client that listens at the Server object and calls their methods, and a clock that stands still.</summary>
internal sealed class ConditionRig : IDisposable
{
    public const uint Enable = 9027,
        Disable = 9028,
        AddComment = 9029,
        Acknowledge = 9111,
        Confirm = 9113;
    public const uint TimedShelve = 2949,
        OneShotShelve = 2948,
        Unshelve = 2947,
        ConditionRefresh = 3875,
        ConditionRefresh2 = 12912;

    public static readonly string[] Fields =
    [
        "EventId",
        "EventType",
        "Message",
        "Severity",
        "Time",
        "Retain",
        "ActiveState/Id",
        "AckedState/Id",
        "ConfirmedState/Id",
        "EnabledState/Id",
        "Comment",
        "ClientUserId",
        "Quality",
        "LastSeverity",
        "SuppressedOrShelved",
        "ConditionName",
        "SourceNode",
        "BranchId",
        "ShelvingState/CurrentState/Id",
    ];

    private static readonly UaCaller Caller = new(default, "rig", "anna", ["Operator"], "urn:client", null, true);

    private readonly EventRig _rig;
    private readonly ConditionMethods _methods;
    private SentPublish? _waiting;
    private uint _handles;

    public ConditionRig(params ConditionDefinition[] definitions)
    {
        ConditionSpace? space = null;
        OperationAudit? audit = null;
        _rig = new EventRig(
            extension: (namespace0, rig) =>
            {
                space = new ConditionSpace(new ConditionSet(rig.Clock, "urn:test"), namespace0, permissions: null);
                audit = new Audit(rig.Events, new UaServerOptions { ApplicationUri = "urn:test" }).Operations;
                return new ConditionPart(space, audit, rig.Clock);
            }
        );
        Set = space!.Set;
        Set.Replace(definitions);
        _methods = new ConditionMethods(space, new NodeAccess(null), _rig.Services, audit!, _rig.Clock);
    }

    public EventRig Events => _rig;

    public ManualClock Clock => _rig.Clock;

    public ConditionSet Set { get; }

    public static NodeId IdOf(string name) => new(2, $"Motor/{name}");

    public static ConditionDefinition Define(
        string name,
        ConditionKind kind = ConditionKind.OffNormal,
        bool ack = true,
        bool confirm = false
    ) =>
        new(IdOf(name), PlantNodes.Id("Motor"), kind, name, new ConditionRules { AckRequired = ack, ConfirmRequired = confirm })
        {
            Notifier = PlantNodes.Id("Line1"),
            Message = new ConditionText(
                new LocalizedText($"{name} is not normal", "en"),
                new LocalizedText($"{name} ist nicht normal", "de")
            ),
            Limits = kind is ConditionKind.ExclusiveLevel or ConditionKind.NonExclusiveLevel ? new ConditionLimits(95, 90, 10, 5) : null,
        };

    public void Dispose()
    {
        Set.Dispose();
        _rig.Dispose();
    }

    /// <summary>Listens with one item, and returns the subscription.</summary>
    public uint Listen(uint queueSize = 1000, EventFilter? filter = null, string node = "Server", uint handle = 7)
    {
        var id = _rig.Subscribe();
        AddItem(id, queueSize, filter, node, handle);
        return id;
    }

    public uint AddItem(uint subscription, uint queueSize = 1000, EventFilter? filter = null, string node = "Server", uint handle = 7)
    {
        var created = _rig.Monitor(
            subscription,
            filter ?? Filter(),
            node == "Server" ? Ids.Server : PlantNodes.Id(node),
            queueSize,
            handle: handle
        );
        Assert.That(StatusCodes.NameOf(created.StatusCode), Is.EqualTo("Good"));
        return created.MonitoredItemId;
    }

    /// <summary>Selects the ConditionId and all of <see cref="Fields"/>.</summary>
    public static EventFilter Filter() =>
        new() { SelectClauses = [EventRig.Field("", 2782, AttributeId.NodeId), .. Fields.Select(field => EventRig.Field(field))] };

    /// <summary>The events of one publishing cycle; none if nothing is sent in it.</summary>
    public ConditionNote[] Next()
    {
        if (_waiting is null)
            _rig.Owner.Publish(_waiting = new SentPublish(++_handles));
        Clock.Advance(TimeSpan.FromSeconds(1));
        if (!_waiting.IsAnswered)
            return [];
        var message = _waiting;
        _waiting = null;
        return [.. message.Objects<EventNotificationList>().SelectMany(list => list.Events).Select(e => new ConditionNote(e.EventFields))];
    }

    /// <summary>The only event of one publishing cycle.</summary>
    public ConditionNote NextOnly() => Next().Single();

    public bool Report(int condition, ConditionStates states, ushort severity = 500, long time = 0, StatusCode quality = default) =>
        Set.Update(condition, new ConditionUpdate(states, severity, null, time, quality));

    /// <summary>Calls a method of a condition and returns the name of its status.</summary>
    public string Call(string name, uint method, params Variant[] arguments) => Call(IdOf(name), method, arguments);

    public string Call(NodeId target, NodeId method, params Variant[] arguments)
    {
        var request = new CallMethodRequest
        {
            ObjectId = target,
            MethodId = method,
            InputArguments = arguments,
        };
        try
        {
            if (_methods.AuditOf(method) is not null)
                return StatusOf(
                    _methods.CallAsync(
                        new MethodCall(Caller, _rig.Owner, _rig.Space.Current, target, method, arguments),
                        CancellationToken.None
                    )
                );
        }
        catch (UaException e)
        {
            return StatusCodes.NameOf(e.Status);
        }

        return StatusOf(_methods.CallAsync(_rig.Space.Current, Caller, _methods.ActionOf(request)!.Value, request, CancellationToken.None));
    }

    private static string StatusOf(ValueTask<CallMethodResult> called) =>
        StatusCodes.NameOf(called.IsCompletedSuccessfully ? called.GetAwaiter().GetResult().StatusCode : StatusCodes.BadWouldBlock);

    public string Refresh(uint subscription) => Call(new NodeId(0, 2782), ConditionRefresh, Variant.From(subscription));

    public static Variant[] With(byte[]? eventId, string? comment = null, string? locale = null) =>
        [Variant.FromByteString(eventId), Variant.From(new LocalizedText(comment, locale))];

    /// <summary>The value of a condition's variable.</summary>
    public DataValue Read(string name, string path)
    {
        var nodes = _rig.Space.Current;
        var node = nodes.Find(new NodeId(2, $"Motor/{name}/{path}"));
        Assert.That(node.Exists, $"{name}/{path} exists");
        return nodes.Read(node, AttributeId.Value);
    }
}

/// <summary>An event as <see cref="ConditionRig"/> selects its fields.</summary>
internal sealed record ConditionNote(Variant[] All)
{
    public NodeId ConditionId => All[0].Reference is NodeId id ? id : default;

    public byte[] EventId => (byte[])this["EventId"].Reference!;

    public uint Type => ((NodeId)this["EventType"].Reference!).Numeric;

    public bool Retain => this["Retain"].Bits != 0;

    /// <summary>Active, Acked, Confirmed, Retain as OPC 10000-9, B.1.2 lists them.</summary>
    public string States => Letter("ActiveState/Id") + Letter("AckedState/Id") + Letter("ConfirmedState/Id") + Letter("Retain");

    private string Letter(string field) =>
        this[field] is not { IsNull: false } state ? "-"
        : state.Bits != 0 ? "T"
        : "F";

    public Variant this[string field] => All[1 + Array.IndexOf(ConditionRig.Fields, field)];
}
