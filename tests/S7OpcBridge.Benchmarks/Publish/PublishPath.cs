using BenchmarkDotNet.Attributes;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;
using S7OpcBridge.OpcUa.Server.Subscriptions;
using S7OpcBridge.OpcUa.Server.Subscriptions.Publishing;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Benchmarks;

/// <summary>
/// The way of a change through the stack without sockets: table → filter and queue of every monitored item → encoded message, kept for Republish and
/// acknowledged. Every variable changes in every round; time and bytes are per notification.
/// </summary>
[MemoryDiagnoser]
public class PublishPath
{
    private const int Changes = 1000;

    private readonly DroppedPublish _request = new();
    private VariableTable _table = null!;
    private SubscriptionServices _services = null!;
    private SessionSubscriptions[] _owners = [];
    private int _round;

    /// <summary>Sessions that each subscribe to all variables.</summary>
    [Params(1, 10, 50)]
    public int Sessions { get; set; }

    [GlobalSetup]
    public void Setup() => SetUp(Changes);

    [Benchmark(OperationsPerInvoke = Changes)]
    public void ChangeToMessage()
    {
        Change();
        foreach (var owner in _owners)
            Send(owner);
    }

    /// <summary>Bytes allocated per notification.</summary>
    internal static Task<double?> BytesPerNotificationAsync()
    {
        const int Rounds = 50;
        var path = new PublishPath { Sessions = 10 };
        path.Setup();
        for (var i = 0; i < Rounds; i++)
            path.ChangeToMessage();
        var before = GC.GetAllocatedBytesForCurrentThread();
        for (var i = 0; i < Rounds; i++)
            path.ChangeToMessage();
        return Task.FromResult<double?>((GC.GetAllocatedBytesForCurrentThread() - before) / (double)(Rounds * Changes * path.Sessions));
    }

    /// <summary>Heap bytes per monitored item, from one session's items to those of three.</summary>
    internal static Task<double?> BytesPerItemAsync()
    {
        const int Items = 100_000;
        // What other measurements have left behind may go in between: the median of a few.
        var rounds = new double[5];
        for (var i = 0; i < rounds.Length; i++)
            rounds[i] = (-Measure(1) + Measure(3)) / (2.0 * Items);
        Array.Sort(rounds);
        return Task.FromResult<double?>(rounds[rounds.Length / 2]);

        static long Measure(int sessions)
        {
            var path = new PublishPath { Sessions = sessions };
            path.SetUp(Items);
            var bytes = GC.GetTotalMemory(forceFullCollection: true);
            path._services.Dispose(); // its timer would keep it for the next measurement
            return bytes;
        }
    }

    /// <summary>Heap bytes per variable of the table.</summary>
    internal static Task<double?> BytesPerVariableAsync()
    {
        const int Variables = 100_000;
        var before = GC.GetTotalMemory(forceFullCollection: true);
        var table = new VariableTable(Variables, 1);
        var after = GC.GetTotalMemory(forceFullCollection: true);
        GC.KeepAlive(table);
        return Task.FromResult<double?>((after - before) / (double)Variables);
    }

    private void SetUp(int variables)
    {
        _table = new VariableTable(variables, 1);
        var limits = new SubscriptionLimits { MaxMonitoredItems = int.MaxValue, MaxOperationsPerCall = variables };
        _services = new SubscriptionServices(
            new AddressSpace(_table, TimeProvider.System, new FlatNodes(variables)),
            _table,
            limits,
            TimeProvider.System
        );
        _owners = [.. Enumerable.Range(0, Sessions).Select(_ => Subscribe(variables))];
    }

    private SessionSubscriptions Subscribe(int variables)
    {
        var owner = _services.CreateOwner(new OwnerIdentity(null, null, false));
        var created = _services.CreateSubscription(
            owner,
            new CreateSubscriptionRequest { RequestedPublishingInterval = 3_600_000, PublishingEnabled = true }
        );
        var items = Enumerable
            .Range(0, variables)
            .Select(i => new MonitoredItemCreateRequest
            {
                ItemToMonitor = new ReadValueId { NodeId = new NodeId(2, (uint)i), AttributeId = (uint)AttributeId.Value },
                MonitoringMode = MonitoringMode.Reporting,
                RequestedParameters = new MonitoringParameters { ClientHandle = (uint)i, QueueSize = 1 },
            });
        // In calls as clients make them: what a larger one borrows would stay in the pools, and be measured with the items.
        foreach (var call in items.Chunk(1000))
        {
            _services.CreateMonitoredItems(
                owner,
                new CreateMonitoredItemsRequest
                {
                    SubscriptionId = created.SubscriptionId,
                    TimestampsToReturn = TimestampsToReturn.Both,
                    ItemsToCreate = call,
                }
            );
        }
        return owner;
    }

    private void Change()
    {
        _round++;
        using var update = _table.BeginUpdate();
        update.Confirm(0, _round);
        for (var i = 0; i < _table.Count; i++)
            update.Set(i, Variant.From(i + _round), StatusCodes.Good, _round);
    }

    private void Send(SessionSubscriptions owner)
    {
        lock (owner.Gate)
        {
            var subscription = owner.Subscriptions[0];
            while (subscription.Items.Queue.HasNotifications)
            {
                NotificationWriter.SendData(subscription.NextMessage, _request, _services.Clock);
                subscription.Sent.Acknowledge(subscription.Sent.SequenceNumberAt(0));
            }
        }
    }
}
