using S7OpcBridge.Map;
using S7OpcBridge.OpcUa.Server;
using S7OpcBridge.PubSub;
using S7OpcBridge.Web;

namespace S7OpcBridge.Mqtt;

/// <summary>A running entry of <c>mqtt</c>.</summary>
internal sealed class MqttEntry : IAsyncDisposable
{
    private readonly MqttSource _source;
    private readonly MqttPublisher _publisher;
    private readonly DemandedClasses _demanded;
    private readonly CancellationTokenSource _stopping = new();
    private readonly Task _running;
    private volatile IReadOnlyList<PublishedWriter> _writers = [];
    private volatile Trouble? _trouble;
    private volatile Trouble? _lastTrouble;
    private long _since;

    private MqttEntry(MqttSettings settings, MqttSource source, List<PublishedTag> tags, IReadOnlyCollection<string> former)
    {
        (Settings, _source) = (settings, source);
        _demanded = new DemandedClasses(source.Acquisition);
        _publisher = new MqttPublisher(
            OptionsOf(settings, source) with
            {
                FormerTopics = former,
            },
            tags,
            source.Server.ReadValue,
            source.Time
        );
        _publisher.Happened += Tell;
        Listen(tags);
        _running = source.Server.Liveness.KeepAsync(
            $"Publishing to {settings.Name}",
            () => _publisher.RunAsync(_stopping.Token),
            _stopping.Token
        );
    }

    /// <summary>The settings that it runs with.</summary>
    public MqttSettings Settings { get; }

    /// <summary>What OPC UA clients are told of it; null: it does not publish datasets.</summary>
    public PubSubConnectionDescription? Description =>
        Settings.Format is MqttFormat.Value or MqttFormat.Sparkplug
            ? null
            : PublishedDataSets.Describe(this, _writers, _source.Acquisition.Map);

    /// <summary>The publisher.</summary>
    public MqttPublisher Publisher => _publisher;

    /// <summary>How it is. Any thread.</summary>
    public MqttState State
    {
        get
        {
            var (broker, commands, last) = (_publisher.Broker, _publisher.Commands, _lastTrouble);
            return new MqttState
            {
                Name = Settings.Name,
                Broker = Settings.BrokerText,
                IsConnected = broker.State is BrokerState.Connected or BrokerState.Settling,
                Since = Volatile.Read(ref _since) is > 0 and var ticks ? new DateTimeOffset(ticks, TimeSpan.Zero) : null,
                LastError = broker.Trouble ?? last?.Words,
                LastErrorAt = last?.At,
                Tags = _publisher.Tags,
                Writers = _publisher.Writers,
                Messages = broker.Messages,
                Values = broker.Values,
                InFlight = broker.InFlight,
                WaitingMessages = broker.Waiting.Messages,
                WaitingValues = broker.Waiting.Values,
                LostValues = broker.Waiting.LostValues,
                Reconnects = Math.Max(0, broker.Connects - 1),
                Commands = commands.Done,
                RefusedCommands = commands.Refused + broker.RefusedCommands,
            };
        }
    }

    /// <summary>Begins to publish.</summary>
    /// <param name="former">Topics that the entry kept at the broker before its settings changed.</param>
    public static MqttEntry Start(MqttSettings settings, MqttSource source, IReadOnlyCollection<string> former) =>
        new(settings, source, PublishedTags.From(settings, source.Acquisition.Map, source.TagNamespace), former);

    /// <summary>Takes over the running tags.</summary>
    /// <returns>False: it has to be started anew.</returns>
    public bool Follow()
    {
        var tags = PublishedTags.From(Settings, _source.Acquisition.Map, _source.TagNamespace);
        if (!_publisher.Follow(tags))
            return false;
        Listen(tags);
        return true;
    }

    /// <summary>The map has no such entry any more: nothing of it stays at the broker.</summary>
    public void Leave() => _publisher.Leave();

    /// <summary>Says farewell to the broker and ends.</summary>
    public async ValueTask DisposeAsync()
    {
        await _stopping.CancelAsync();
        await _running.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        await _publisher.DisposeAsync();
        _demanded.Follow(_source.Acquisition.Map, []);
        _stopping.Dispose();
    }

    private static PublisherOptions OptionsOf(MqttSettings settings, MqttSource source) =>
        new()
        {
            Broker = BrokerAccess.OptionsOf(settings, source.Own, source.Stores),
            Buffer = new BufferOptions
            {
                Values = settings.Buffer.Values,
                Folder = settings.Buffer.Folder,
                Keep = settings.Buffer.Keep,
            },
            Format = settings.Format switch
            {
                MqttFormat.PubSubUadp => PublishFormat.Uadp,
                MqttFormat.Value => PublishFormat.Value,
                MqttFormat.Sparkplug => PublishFormat.Sparkplug,
                _ => PublishFormat.Json,
            },
            Fields = settings.Fields switch
            {
                MqttFields.Values => FieldForm.Values,
                MqttFields.Typed => FieldForm.Typed,
                _ => FieldForm.ValuesAndStatus,
            },
            Value = settings.Fields switch
            {
                MqttFields.Bare => ValueForm.Bare,
                MqttFields.Values => ValueForm.WithTime,
                _ => ValueForm.WithQuality,
            },
            NamespaceUris = source.NamespaceUris,
            PublisherId = settings.PublisherId,
            Sparkplug = settings.Sparkplug is { } node ? new SparkplugOptions(node.Group, node.Node, node.Host) : null,
            TopicPrefix = settings.TopicPrefix,
            Retain = settings.Retain,
            Qos = settings.Qos,
            OwnsPlc = source.Reads is { } reads ? plc => reads(source.Acquisition.Map.Plcs[plc].Name) : null,
            Execute = settings.Commands is null
                ? null
                : new MqttWrites(settings, () => source.Acquisition.Map, source.Server, source.Logins).ExecuteAsync,
            Server = source.About,
        };

    private void Listen(List<PublishedTag> tags) =>
        _demanded.Follow(
            _source.Acquisition.Map,
            tags.Where(static tag => tag.Topic.Length > 0).Select(static tag => (tag.Tag, tag.Rate.Interval))
        );

    private void Tell(BrokerEvent happened)
    {
        MqttLog.Log(_source.Logger, Settings.Name, Settings.BrokerText, happened, _trouble?.Words);
        var now = _source.Time.GetUtcNow();
        switch (happened)
        {
            case BrokerConnected:
                _trouble = null;
                Volatile.Write(ref _since, now.UtcTicks);
                break;
            case BrokerNotConnected failed:
                if (_trouble is null)
                    Volatile.Write(ref _since, now.UtcTicks);
                _lastTrouble = _trouble = new Trouble(failed.Words, now);
                break;
            case DataSetsChanged changed:
                _writers = changed.Writers;
                _source.DataSetsChanged();
                break;
            case BrokerRefusedTopic refused:
                _lastTrouble = new Trouble(refused.Words, now);
                break;
            case JournalFailed journal:
                _lastTrouble = new Trouble(journal.Words, now);
                break;
            case MessagesLost lost:
                _lastTrouble = new Trouble(lost.Words, now);
                break;
        }
    }

    private sealed record Trouble(string Words, DateTimeOffset At);
}
