using S7OpcBridge.PubSub.Buffer;
using S7OpcBridge.PubSub.Sparkplug;
using MessageBuffer = S7OpcBridge.PubSub.Buffer.MessageBuffer;

namespace S7OpcBridge.PubSub.Publishing;

/// <summary>
/// The edge node of Sparkplug with its devices: makes births when a session begins, when the primary host comes and when a host asks for them, and sees which
/// devices are there. Used by the publishing loop alone.
/// </summary>
/// <param name="session">Sends the births.</param>
/// <param name="buffer">What waits.</param>
internal sealed class EdgeNode(EdgeSession session, MessageBuffer buffer)
{
    // Hosts that lose a message all ask for births at the same time; and how soon a lost PLC is told, however slow the rates are.
    private static readonly long Pause = TimeSpan.FromSeconds(1).Ticks;

    private readonly MetricAliases _aliases = new();
    private readonly PayloadWriter _writer = new();
    private List<EdgeDevice> _devices = [];
    private List<DeviceWriter> _writers = [];
    private bool _isWanted;
    private int _generation = -1;
    private long _nextBirth,
        _nextLook;

    /// <summary>Raised with the aliases of all metrics, when they are others.</summary>
    public event Action<IEnumerable<(uint Alias, string Name)>>? Named;

    /// <summary>Births are to be made.</summary>
    public void WantBirths() => _isWanted = true;

    /// <summary>The devices of these tags. Those that are as before go on; hosts are told of the others.</summary>
    public IReadOnlyList<DeviceWriter> Follow(PublishRun run, IReadOnlyList<PublishedTag> tags)
    {
        var before = _devices.ToDictionary(static device => device.Name, StringComparer.Ordinal);
        (_devices, _writers) = ([], []);
        var aliases = new HashSet<uint>();
        foreach (var part in tags.GroupBy(static tag => tag.WriterGroup, StringComparer.Ordinal))
        {
            var (metrics, shown) = (new List<EdgeMetric>(), new List<PublishedTag>());
            foreach (var tag in part)
            {
                var type = SparkplugTypes.Of(tag.Type, tag.IsArray);
                if (type == SparkplugType.Unknown)
                    continue;
                metrics.Add(new EdgeMetric(tag.Tag, tag.Field, _aliases.Of(part.Key, tag.Field, type), type));
                aliases.Add(metrics[^1].Alias);
                shown.Add(tag);
            }
            if (metrics.Count == 0)
                continue;
            var device = new EdgeDevice(part.Key, shown[0].Plc, [.. metrics], session, _writer) { MayWait = buffer.Figures.Messages > 0 };
            if (before.Remove(device.Name, out var was))
            {
                if (was.IsSame(device))
                    device = was;
                else if (was.IsBorn)
                    device.Replace(run);
            }
            _devices.Add(device);
            AddWriters(device, shown);
        }
        foreach (var gone in before.Values)
            gone.Die(run);
        _aliases.Keep(aliases);
        session.Follow(aliases);
        Named?.Invoke(_devices.SelectMany(static device => device.Metrics.ToArray()).Select(static metric => (metric.Alias, metric.Name)));
        return _writers;
    }

    /// <summary>Makes births that are wanted, and sees which devices are there.</summary>
    /// <returns>When it wants to look again, as <see cref="PublishRun.Now"/>.</returns>
    public long Look(PublishRun run)
    {
        var now = run.Now;
        if (_isWanted && (now >= _nextBirth || session.Generation != _generation))
        {
            _isWanted = false;
            if (session.MayBeBorn)
                Birth(run);
            _nextBirth = now + Pause;
        }
        if (now >= _nextLook)
        {
            foreach (var device in _devices)
                device.Look(run);
            _nextLook = now + Pause;
        }
        return _isWanted ? Math.Min(_nextBirth, _nextLook) : _nextLook;
    }

    private void Birth(PublishRun run)
    {
        _generation = session.Generation;
        // Births have what is marked now.
        foreach (var writer in _writers)
            writer.PublishAll(run);
        var (last, hasBacklog, births) = (buffer.Last, buffer.Figures.Messages > 0, new List<OutgoingMessage>(_devices.Count));
        foreach (var device in _devices)
        {
            if (device.BirthOf(run, hasBacklog) is { } birth)
                births.Add(birth);
        }
        session.Birth(_generation, births, last);
    }

    private void AddWriters(EdgeDevice device, List<PublishedTag> tags)
    {
        foreach (var part in tags.Index().GroupBy(static tag => tag.Item.Rate))
            _writers.Add(
                new DeviceWriter(device, [.. part.Select(static tag => tag.Item.Tag)], [.. part.Select(static tag => tag.Index)], part.Key)
            );
    }
}
