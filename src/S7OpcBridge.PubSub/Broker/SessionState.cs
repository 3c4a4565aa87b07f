using System.Collections.Concurrent;

namespace S7OpcBridge.PubSub.Broker;

/// <summary>What both loops of a connection share; its lock guards all but the queue.</summary>
internal sealed class SessionState(LinkParts parts, DateTimeOffset now)
{
    private const int MostTold = 1000;

    private readonly HashSet<(BrokerRefusal, string)> _told = [];

    public Lock Gate { get; } = new();

    public SentMessages InFlight { get; } = new();

    /// <summary>Messages before those of the buffer.</summary>
    public Queue<UrgentMessage> Urgent { get; } = new();

    /// <summary>What is to be told by the loop that sends.</summary>
    public ConcurrentQueue<BrokerEvent> Events { get; } = new();

    /// <summary>Messages of quality 1 and 2 that are not acknowledged.</summary>
    public int Unacknowledged { get; set; }

    /// <summary>Acknowledged messages of this connection.</summary>
    public long Acknowledged { get; private set; }

    public RetainedSweep? Sweep { get; set; }

    public DateTimeOffset LastReceived { get; set; } = now;

    /// <summary>Since when a ping waits for anything to come; null: none does.</summary>
    public DateTimeOffset? PingedAt { get; set; }

    /// <summary>Tells of a refused topic, once.</summary>
    public void Refuse(BrokerRefusedTopic refused)
    {
        if (_told.Count < MostTold && _told.Add((refused.Reason, refused.Topic)))
            Events.Enqueue(refused);
    }

    /// <summary>A message is done, as far as the broker goes.</summary>
    public void Done(ref SentMessages.Sent sent, bool isRefused)
    {
        sent.IsDone = true;
        sent.IsRefused = isRefused;
        Unacknowledged--;
        Acknowledged++;
    }

    /// <summary>Lets go of the oldest messages that are done.</summary>
    public void Collect()
    {
        while (InFlight.TryRemove(out var done))
        {
            if (done.Source == MessageSource.Buffer)
                parts.Buffer.AcknowledgeOldest();
            else if (done.Source == MessageSource.Clearing)
                parts.Keeper.Cleared(done.Topic);
            if (done.IsLeftOut)
                continue;
            if (done.IsRefused)
            {
                parts.Counters.Refused++;
                continue;
            }

            parts.Counters.Messages++;
            parts.Counters.Values += done.Values;
            parts.Counters.Bytes += done.Bytes;
        }
    }
}
