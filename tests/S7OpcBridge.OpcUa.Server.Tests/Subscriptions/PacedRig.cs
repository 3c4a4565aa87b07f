using S7OpcBridge.OpcUa.Server.Subscriptions;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.Subscriptions;

/// <summary>A rig whose time goes by in milliseconds: variables change when they are told to, requests always wait, and what comes is written down.</summary>
internal sealed class PacedRig : IDisposable
{
    private readonly PriorityQueue<int, int> _changes = new();
    private readonly List<SentPublish> _waiting = [];
    private readonly Dictionary<double, int> _changedAt = [];
    private double _value;

    public PacedRig(params int[] intervals)
    {
        Rig = new Rig(
            new SubscriptionLimits
            {
                MinLifetime = 0,
                MinPublishingInterval = 1,
                MaxLifetime = double.MaxValue,
            }
        );
        Subscriptions = [.. intervals.Select((interval, i) => Subscribe(interval, TestNodes.FirstPlain + i))];
        for (var i = 0; i < 4; i++)
            _waiting.Add(Rig.Publish());
    }

    public Rig Rig { get; }

    public uint[] Subscriptions { get; }

    /// <summary>Milliseconds since the start.</summary>
    public int Now { get; private set; }

    /// <summary>What was sent: which subscription, when, and when the value changed; -1: a keep-alive.</summary>
    public List<(int Subscription, int At, int ChangedAt)> Sent { get; } = [];

    public Subscription this[int subscription] => Rig.Owner.Subscriptions[subscription];

    public void Dispose() => Rig.Dispose();

    /// <summary>Lets the variable of a subscription change at that time.</summary>
    public void ChangeAt(int time, int subscription = 0) => _changes.Enqueue(subscription, time);

    /// <summary>Lets it change in a rhythm, each time with a delay of its own.</summary>
    public void Scan(int first, int every, int until, Func<int, int>? delay = null, int subscription = 0)
    {
        var turn = 0;
        for (var time = first; time < until; time += every)
            ChangeAt(time + (delay?.Invoke(turn++) ?? 0), subscription);
    }

    public void RunUntil(int time)
    {
        for (; Now < time; Now++)
        {
            while (_changes.TryPeek(out var subscription, out var at) && at <= Now)
            {
                _changes.Dequeue();
                _changedAt[++_value] = at;
                Rig.Set(TestNodes.FirstPlain + subscription, _value);
            }

            Rig.Pass(1);
            TakeAnswers();
        }
    }

    /// <summary>The longest that values waited which were sent in a stretch of time.</summary>
    public int LongestWait(int from, int to = int.MaxValue, int subscription = 0) =>
        Sent.Where(s => s.Subscription == subscription && s.At >= from && s.At < to && s.ChangedAt >= 0).Max(s => s.At - s.ChangedAt);

    /// <summary>When a subscription sent something.</summary>
    public int[] TimesOf(int subscription = 0) => [.. Sent.Where(s => s.Subscription == subscription).Select(s => s.At)];

    private void TakeAnswers()
    {
        for (var i = 0; i < _waiting.Count; i++)
        {
            if (!_waiting[i].IsAnswered)
                continue;
            var (at, subscription) = (Now + 1, Array.IndexOf(Subscriptions, _waiting[i].Response.SubscriptionId));
            if (_waiting[i].IsKeepAlive)
                Sent.Add((subscription, at, -1));
            foreach (var (_, value) in _waiting[i].Numbers)
                Sent.Add((subscription, at, _changedAt.GetValueOrDefault(value)));
            _waiting[i] = Rig.Publish((_waiting[i].Response.SubscriptionId, _waiting[i].Response.NotificationMessage.SequenceNumber));
        }
    }

    private uint Subscribe(int interval, int node)
    {
        var id = Rig.Subscribe(interval, keepAlive: 5, lifetime: 1000);
        Rig.Monitor(id, node);
        return id;
    }
}
