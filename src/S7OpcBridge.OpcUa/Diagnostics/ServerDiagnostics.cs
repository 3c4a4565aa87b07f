namespace S7OpcBridge.OpcUa;

/// <summary>The figures of the server, taken when somebody asks. While they are switched off there are none (OPC 10000-5, 6.3.3).</summary>
internal sealed class ServerDiagnostics(UaServerOptions options, ServerCounters counters)
{
    private readonly Lock _gate = new();
    private volatile bool _isEnabled = true;
    private uint _sessionsBefore, _subscriptionsBefore;

    /// <summary>Whether there are any.</summary>
    public bool IsEnabled => _isEnabled;

    /// <summary>Sessions alive.</summary>
    public LiveTable<Session> Sessions { get; } = new();

    /// <summary>Subscriptions alive.</summary>
    public LiveTable<Subscription> Subscriptions { get; } = new();

    /// <summary>Switches on or off; switched on, everything is counted from zero.</summary>
    public void Enable(bool isEnabled)
    {
        lock (_gate)
        {
            if (isEnabled && !_isEnabled)
            {
                counters.Reset();
                foreach (var (_, session) in Sessions.All)
                    session.Counters.Reset();
                (_sessionsBefore, _subscriptionsBefore) = (Sessions.Added, Subscriptions.Added);
            }

            _isEnabled = isEnabled;
        }
    }

    /// <summary>The figures of the whole server.</summary>
    public ServerDiagnosticsSummaryDataType Summary()
    {
        var subscriptions = Subscriptions.All;
        var summary = new ServerDiagnosticsSummaryDataType
        {
            CurrentSessionCount = (uint)Sessions.All.Length,
            CumulatedSessionCount = Sessions.Added - _sessionsBefore,
            CurrentSubscriptionCount = (uint)subscriptions.Length,
            CumulatedSubscriptionCount = Subscriptions.Added - _subscriptionsBefore,
            PublishingIntervalCount = (uint)subscriptions.Select(s => s.Value.Settings.PublishingInterval).Distinct().Count(),
        };
        counters.AddTo(summary);
        return summary;
    }

    /// <summary>The figures of a session.</summary>
    public SessionDiagnosticsDataType Of(Session session) => SessionDiagnostics.Of(session, options);

    /// <summary>All sessions.</summary>
    public Variant AllSessions() => ArrayOf(Sessions.All.Select(session => (IUaStructure)Of(session.Value)));

    /// <summary>How all sessions are secured.</summary>
    public Variant AllSecurity() => ArrayOf(Sessions.All.Select(session => (IUaStructure)SessionDiagnostics.SecurityOf(session.Value)));

    /// <summary>All subscriptions, those that outlived their session too; or those of one session.</summary>
    public Variant AllSubscriptions(Session? session = null) => ArrayOf(Subscriptions.All
        .Where(subscription => session is null || subscription.Value.Owner == session.Subscriptions)
        .Select(subscription => SubscriptionDiagnostics.Of(subscription.Value)).OfType<IUaStructure>());

    private static Variant ArrayOf(IEnumerable<IUaStructure> structures) =>
        Variant.OfArray(BuiltInType.ExtensionObject, structures.Select(ExtensionObject.Of).ToArray());
}
