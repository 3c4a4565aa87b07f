using System.Buffers;
using System.Collections.Frozen;
using System.Runtime.InteropServices;
using S7OpcBridge.OpcUa;
using S7OpcBridge.PubSub.Buffer;
using S7OpcBridge.PubSub.Datasets;

namespace S7OpcBridge.PubSub.Sparkplug;

/// <summary>
/// What joins the messages of an edge node to one session with its broker: the number bdSeq of its birth and its death, the sequence numbers, and the primary
/// host, without which nothing is published. The publishing loop makes the births, the link sends them before all else; data that is older than they are goes
/// out as history. Any thread.
/// </summary>
/// <param name="folder">The folder of the buffer; null: there is none.</param>
internal sealed class EdgeSession(SparkplugOptions options, string? folder, TimeProvider time)
{
    private const string BirthNumberName = "bdSeq",
        RebirthName = "Node Control/Rebirth";

    private readonly Lock _gate = new();
    private readonly BirthNumber _numbers = new(folder);
    private readonly PayloadWriter _writer = new();
    private readonly ArrayBufferWriter<byte> _output = new(256),
        _historical = new(1024);
    private readonly Queue<OutgoingMessage> _births = new();
    private FrozenSet<uint> _aliases = [];
    private long _bornAt,
        _hostTime = long.MinValue;
    private int _bdSeq,
        _generation;
    private byte _next;
    private bool _isUsed = true,
        _isConnected,
        _isBorn,
        _isHostOnline;

    /// <summary>Births are to be made: a session has begun, the primary host is there, or a host asks for them. On the link's threads.</summary>
    public event Action? BirthWanted;

    /// <summary>Births are there to be sent.</summary>
    public event Action? Born;

    /// <summary>The primary host has gone: the session is to be ended.</summary>
    public event Action? HostLost;

    /// <summary>Counts sessions: births that were made for one are not for the next.</summary>
    public int Generation => Volatile.Read(ref _generation);

    /// <summary>True: births may be made.</summary>
    public bool MayBeBorn
    {
        get
        {
            lock (_gate)
                return _isConnected && IsHostThere;
        }
    }

    /// <summary>True: the births of this session are made.</summary>
    public bool IsBorn
    {
        get
        {
            lock (_gate)
                return _isBorn;
        }
    }

    /// <summary>The primary host that is waited for; null: none is.</summary>
    public string? MissingHost
    {
        get
        {
            lock (_gate)
                return _isConnected && !IsHostThere ? options.Host : null;
        }
    }

    /// <summary>Who it is.</summary>
    public SparkplugOptions Options => options;

    private bool IsHostThere => options.Host is null || _isHostOnline;

    /// <summary>The will of the next connection. On the link's loop, which alone begins connections.</summary>
    public OutgoingMessage NextWill()
    {
        // An attempt that did not reach the broker has not used its number. The number is written to a file, which nobody else has to wait for.
        var number = _isUsed ? _numbers.Next() : _bdSeq;
        lock (_gate)
        {
            (_bdSeq, _isUsed) = (number, false);
            return Death();
        }
    }

    /// <summary>What is said before an orderly end: the broker does not send the will then. Null: nobody has seen a birth.</summary>
    public OutgoingMessage? Farewell()
    {
        lock (_gate)
            return _isBorn ? Death() : null;
    }

    /// <summary>A connection was made.</summary>
    public void Begin()
    {
        lock (_gate)
        {
            _generation++;
            (_isUsed, _isConnected, _isBorn, _isHostOnline) = (true, true, false, false);
            _births.Clear();
        }
        if (options.Host is null)
            BirthWanted?.Invoke();
    }

    /// <summary>It has ended.</summary>
    public void End()
    {
        lock (_gate)
        {
            (_isConnected, _isBorn, _isHostOnline) = (false, false, false);
            _births.Clear();
        }
    }

    /// <summary>The metrics that are published now.</summary>
    public void Follow(IEnumerable<uint> aliases)
    {
        var known = aliases.ToFrozenSet();
        lock (_gate)
            _aliases = known;
    }

    /// <summary>Takes over births of devices, which are sent at once behind that of the node.</summary>
    /// <param name="generation">The session that they were made for.</param>
    /// <param name="devices">The births of the devices.</param>
    /// <param name="last">The sequence of the newest message in the buffer that is older than they are.</param>
    public void Birth(int generation, IReadOnlyList<OutgoingMessage> devices, long last)
    {
        lock (_gate)
        {
            if (generation != _generation || !_isConnected || !IsHostThere)
                return;
            _births.Clear();
            _births.Enqueue(NodeBirth());
            foreach (var device in devices)
                _births.Enqueue(device);
            (_isBorn, _bornAt) = (true, last);
        }
        Born?.Invoke();
    }

    /// <summary>The next birth to be sent, with its number.</summary>
    public bool TryTakeBirth(out OutgoingMessage birth)
    {
        lock (_gate)
        {
            if (!_births.TryDequeue(out birth))
                return false;
            if (birth.Type == MessageType.NodeBirth)
                _next = 0;
            birth = Numbered(birth);
            return true;
        }
    }

    /// <summary>Makes a message of the buffer one of this session.</summary>
    /// <param name="sequence">Its place in the buffer.</param>
    /// <returns>False: it has nothing to say any more.</returns>
    public bool TryStamp(ref OutgoingMessage message, long sequence)
    {
        if (message.Format != PublishFormat.Sparkplug)
            return true;
        lock (_gate)
        {
            if (sequence > _bornAt)
            {
                message = Numbered(message);
                return true;
            }
            // Births and deaths that were waiting are over.
            if (message.Type != MessageType.DeviceData)
                return false;
            var metrics = HistoricalData.Write(_historical, message.Payload.Span, _aliases);
            if (metrics > 0)
                message = Numbered(message with { Payload = _historical.WrittenMemory, Values = metrics });
            return metrics > 0;
        }
    }

    /// <summary>True for a topic of a message to the node, or of the primary host's state.</summary>
    public bool Covers(string topic) => topic == options.StateTopic || topic == options.NodeTopic("NCMD");

    /// <summary>Takes such a message.</summary>
    /// <returns>Null, or why it is refused.</returns>
    public string? Take(string topic, ReadOnlyMemory<byte> payload, bool isRetained)
    {
        if (topic == options.StateTopic)
            return TakeState(payload);
        if (isRetained)
            return "The command was retained: it may be old, and would be done again after each connect. Send it without the retain flag.";
        if (PayloadReader.Read(payload.Span) is not { } command)
            return $"The command is no payload of Sparkplug B, or has more than {PayloadReader.MostMetrics} metrics.";
        foreach (var metric in command.Metrics)
        {
            if (metric.Name != RebirthName)
                return $"The node has no metric '{metric.Name ?? $"{metric.Alias}"}' that can be written; tags are written by DCMD to their device.";
        }
        if (command.Metrics.Any(static metric => metric is { Field: ProtobufFields.BooleanValue, Bits: not 0 }))
            BirthWanted?.Invoke();
        return null;
    }

    private string? TakeState(ReadOnlyMemory<byte> payload)
    {
        if (HostState.Read(payload) is not { } state)
            return $"The state of the host {options.Host} is not {{\"online\":true,\"timestamp\":…}}, as Sparkplug 3.0 wants it.";
        bool isLost,
            isFound;
        lock (_gate)
        {
            // An older will may come after a newer birth of the host.
            if (state.Timestamp < _hostTime || !_isConnected)
                return null;
            _hostTime = state.Timestamp;
            (isLost, isFound) = (_isHostOnline && !state.IsOnline, !_isHostOnline && state.IsOnline);
            _isHostOnline = state.IsOnline;
        }
        if (isLost)
            HostLost?.Invoke();
        if (isFound)
            BirthWanted?.Invoke();
        return null;
    }

    private OutgoingMessage NodeBirth()
    {
        Begin(out var now);
        _writer.Metric(RebirthName, PayloadWriter.NoAlias, SparkplugType.Boolean, Sample(Variant.From(false), now), hasQuality: false);
        return Node(MessageType.NodeBirth, "NBIRTH", qos: 0, isNumbered: true);
    }

    private OutgoingMessage Death()
    {
        Begin(out _);
        return Node(MessageType.NodeDeath, "NDEATH", qos: 1, isNumbered: false);
    }

    private void Begin(out long now)
    {
        now = UaTime.Now(time);
        _output.ResetWrittenCount();
        _writer.Begin(_output, now);
        _writer.Metric(
            BirthNumberName,
            PayloadWriter.NoAlias,
            SparkplugType.Int64,
            Sample(Variant.From((long)_bdSeq), now),
            hasQuality: false
        );
    }

    private OutgoingMessage Node(MessageType type, string topic, int qos, bool isNumbered)
    {
        if (isNumbered)
            _writer.End();
        return new OutgoingMessage(
            options.NodeTopic(topic),
            _output.WrittenSpan.ToArray(),
            type,
            PublishFormat.Sparkplug,
            Retain: false,
            qos,
            Values: 0
        );
    }

    private static FieldSample Sample(Variant value, long now) => new(0, value, StatusCodes.Good, now);

    // The bytes are this side's own, and no one else reads them before they are sent.
    private OutgoingMessage Numbered(in OutgoingMessage message)
    {
        var length = PayloadSequence.Write(MemoryMarshal.AsMemory(message.Payload).Span, _next++);
        return message with { Payload = message.Payload[..length] };
    }
}
