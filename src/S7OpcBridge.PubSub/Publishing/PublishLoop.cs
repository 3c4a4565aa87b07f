using S7OpcBridge.PubSub.Datasets;

namespace S7OpcBridge.PubSub.Publishing;

/// <summary>
/// Publishes the tags: one loop for all writers, each when the time of its rate is over. Tags are marked on the thread that publishes to OPC UA; all else
/// happens here, so that nothing but the loop has to know of the writers.
/// </summary>
/// <param name="run">What the writers share.</param>
/// <param name="encoders">Encode the messages.</param>
/// <param name="presence">What is kept at the broker.</param>
/// <param name="edge">The edge node of Sparkplug; null: another format.</param>
/// <param name="time">The clock.</param>
internal sealed class PublishLoop(PublishRun run, MessageEncoders encoders, Presence presence, EdgeNode? edge, TimeProvider time)
    : IDisposable
{
    // Longest time until the first message of a rate: nobody wants to wait an hour for it.
    private static readonly TimeSpan FirstWithin = TimeSpan.FromSeconds(1);

    private readonly WakeUp _wake = new(time);
    private readonly WriterTable _table = new(run.Options.PublisherId, presence.Topics, run.Last);
    private List<RateGroup> _groups = [];
    private IReadOnlyList<PublishedTag>? _next;
    private int _connected,
        _tags,
        _writers,
        _unnumbered;
    private long _rounds,
        _due = long.MaxValue;

    /// <summary>Raised on the loop when the datasets are others.</summary>
    public event Action<DataSetsChanged>? Changed;

    /// <summary>Number of published tags. Any thread.</summary>
    public int Tags => Volatile.Read(ref _tags);

    /// <summary>Number of DataSetWriters. Any thread.</summary>
    public int Writers => Volatile.Read(ref _writers);

    /// <summary>Datasets that are not published because all numbers of writers are in use. Any thread.</summary>
    public int Unnumbered => Volatile.Read(ref _unnumbered);

    /// <summary>Rounds so far. Any thread.</summary>
    public long Rounds => Volatile.Read(ref _rounds);

    /// <summary>True: a writer is late. Any thread.</summary>
    public bool HasWork => run.Now > Volatile.Read(ref _due);

    /// <summary>Publishes these tags from the next round on. Any thread.</summary>
    public void Follow(IReadOnlyList<PublishedTag> tags)
    {
        Interlocked.Exchange(ref _next, tags);
        _wake.Wake();
    }

    /// <summary>The broker, or a host behind it, may know nothing of the values: all are sent. Any thread.</summary>
    public void PublishAll()
    {
        Interlocked.Exchange(ref _connected, 1);
        _wake.Wake();
    }

    /// <summary>Topics that are kept at the broker. Any thread.</summary>
    public IReadOnlyCollection<string> KeptTopics => presence.Kept;

    /// <summary>Nothing stays at the broker when the publisher ends.</summary>
    public void Leave() => presence.Leave();

    /// <summary>Publishes until it is cancelled; then once what has changed.</summary>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        while (!cancellationToken.IsCancellationRequested)
        {
            Round();
            var wait = _due == long.MaxValue ? (TimeSpan?)null : TimeSpan.FromTicks(Math.Max(0, _due - run.Now));
            await _wake.WaitAsync(wait, cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
        foreach (var group in _groups)
            Publish(group);
    }

    /// <summary>Does what is due now.</summary>
    public void Round()
    {
        Volatile.Write(ref _rounds, _rounds + 1);
        if (Interlocked.Exchange(ref _next, null) is { } tags)
            Adopt(tags);
        if (Interlocked.Exchange(ref _connected, 0) != 0)
            SendAll();
        var (now, due) = (run.Now, long.MaxValue);
        foreach (var group in _groups)
        {
            if (group.Due <= now)
            {
                Publish(group);
                group.Advance(now);
            }
            due = Math.Min(due, group.Due);
        }
        if (edge is not null)
            due = Math.Min(due, edge.Look(run));
        Volatile.Write(ref _due, due);
    }

    public void Dispose() => _wake.Dispose();

    private void Publish(RateGroup group)
    {
        foreach (var writer in group.Writers)
            writer.Publish(run);
    }

    private void SendAll()
    {
        edge?.WantBirths();
        foreach (var group in _groups)
        {
            foreach (var writer in group.Writers)
            {
                if (edge is null && (writer is DataSetWriter || run.Options.Retain))
                    writer.PublishAll(run);
            }
        }
    }

    private void Adopt(IReadOnlyList<PublishedTag> tags)
    {
        var published = tags.Where(static tag => tag.Topic.Length > 0).ToArray();
        var writers =
            edge is not null ? DevicesOf(edge, published)
            : run.Options.Format == PublishFormat.Value ? ValuesOf(published)
            : DataSetsOf(published);
        var slots = new List<int>();
        foreach (var writer in writers)
        {
            writer.FirstWord = slots.Count / 64;
            slots.AddRange(writer.Tags);
            while (slots.Count % 64 != 0)
                slots.Add(-1);
        }
        run.Marks.Assign([.. slots]);
        Regroup(writers);
        run.Last.Save([.. writers.OfType<DataSetWriter>()], presence.Kept);
        Volatile.Write(ref _tags, published.Length);
    }

    private List<TagWriter> DataSetsOf(PublishedTag[] tags)
    {
        var change = _table.Follow(
            WriterPlan.From(tags, byPlc: run.Options.OwnsPlc is not null),
            ConfigurationVersion.VersionTime(time.GetUtcNow().UtcTicks)
        );
        encoders.Follow(change.Writers);
        presence.Follow(change);
        Volatile.Write(ref _writers, change.Writers.Count);
        Volatile.Write(ref _unnumbered, change.Unnumbered);
        Changed?.Invoke(
            new DataSetsChanged([.. change.Writers.Select(writer => writer.Describe(run.Options, encoders.LayoutOf(writer.Set)))])
        );
        return [.. change.Writers];
    }

    private List<TagWriter> DevicesOf(EdgeNode node, PublishedTag[] tags)
    {
        presence.Follow(Array.Empty<string>());
        return [.. node.Follow(run, tags)];
    }

    private List<TagWriter> ValuesOf(PublishedTag[] tags)
    {
        var before = new Dictionary<int, string>();
        foreach (var writer in _groups.SelectMany(static group => group.Writers).OfType<ValueWriter>())
        {
            for (var place = 0; place < writer.Tags.Length; place++)
                before[writer.Tags[place]] = writer.Topics[place];
        }
        var byPlc = run.Options.OwnsPlc is not null;
        var writers = new List<TagWriter>();
        foreach (var part in tags.GroupBy(tag => (tag.Rate, Plc: byPlc ? tag.Plc : -1)))
            writers.Add(
                new ValueWriter(
                    [.. part.Select(static tag => tag.Tag)],
                    [.. part.Select(static tag => tag.Topic)],
                    part.Key.Plc,
                    part.Key.Rate,
                    (tag, topic) => before.GetValueOrDefault(tag) == topic
                )
            );
        presence.Follow(tags.Select(static tag => tag.Topic));
        return writers;
    }

    // A rate that goes on keeps its deadlines.
    private void Regroup(List<TagWriter> writers)
    {
        var before = _groups.ToDictionary(static group => (group.Interval, group.IsOnChange), static group => group.Due);
        var groups = new Dictionary<(long Interval, bool OnChange), RateGroup>();
        foreach (var writer in writers)
        {
            var key = (writer.Rate.Interval.Ticks, writer.Rate.OnChange);
            if (!groups.TryGetValue(key, out var group))
            {
                var first = run.Now + Math.Min(key.Ticks, FirstWithin.Ticks);
                group = new RateGroup(key.Ticks, key.OnChange) { Due = before.TryGetValue(key, out var due) ? due : first };
                groups.Add(key, group);
            }
            group.Writers.Add(writer);
        }
        _groups = [.. groups.Values];
    }
}
