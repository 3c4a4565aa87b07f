using S7OpcBridge.OpcUa.Server.Counters;
using S7OpcBridge.OpcUa.Server.Sessions;
using S7OpcBridge.OpcUa.Server.Subscriptions;

namespace S7OpcBridge.OpcUa.Server.Diagnostics;

/// <summary>
/// The diagnostics of the server, computed when they are read; none while they are switched off (OPC 10000-5, 6.3.3). The arrays of all sessions and of all
/// subscriptions are reused for 50 ms, so that a request that reads them ten thousand times costs no more than one that reads them once.
/// </summary>
internal sealed class ServerDiagnostics(UaServerOptions options, ServerCounters counters)
{
    private static readonly TimeSpan CacheTime = TimeSpan.FromMilliseconds(50);

    private readonly Lock _gate = new();
    private volatile bool _isEnabled = true;
    private uint _sessionsBefore,
        _subscriptionsBefore;
    private Taken? _summary,
        _allSessions,
        _allSecurity,
        _allSubscriptions;

    private sealed record Taken(long At, object Figures);

    /// <summary>Whether diagnostics are switched on.</summary>
    public bool IsEnabled => _isEnabled;

    /// <summary>Sessions alive.</summary>
    public LiveTable<Session> Sessions { get; } = new();

    /// <summary>Subscriptions alive.</summary>
    public LiveTable<Subscription> Subscriptions { get; } = new();

    /// <summary>Sessions created and refused since the start; counted also while diagnostics are off.</summary>
    public (uint Made, uint Refused) SessionsSoFar => (Sessions.Added, counters.RejectedSessions);

    /// <summary>Switches diagnostics on or off. Switching on sets all counters to zero.</summary>
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
                _summary = _allSessions = _allSecurity = _allSubscriptions = null;
            }

            _isEnabled = isEnabled;
        }
    }

    /// <summary>The figures of the whole server.</summary>
    public ServerDiagnosticsSummaryDataType Summary() => Once(ref _summary, Summarize);

    /// <summary>The figures of a session.</summary>
    public SessionDiagnosticsDataType DiagnosticsOf(Session session) => SessionDiagnostics.From(session, options);

    public Variant AllSessions() =>
        ArrayOf(Once(ref _allSessions, () => Structures(Sessions.All.Select(session => DiagnosticsOf(session.Value)))));

    /// <summary>The caller's session and the others of its user; the null variant while the figures are switched off.</summary>
    public Variant SessionsOf(UaCaller caller) =>
        !IsEnabled
            ? default
            : ArrayOf(
                Structures(Sessions.All.Where(session => session.Value.IsOf(caller)).Select(session => DiagnosticsOf(session.Value)))
            );

    /// <summary>The security of all sessions.</summary>
    public Variant AllSecurity() =>
        ArrayOf(Once(ref _allSecurity, () => Structures(Sessions.All.Select(session => SessionDiagnostics.SecurityOf(session.Value)))));

    /// <summary>All subscriptions, those that outlived their session too.</summary>
    public Variant AllSubscriptions() =>
        ArrayOf(
            Once(
                ref _allSubscriptions,
                () => Structures(Subscriptions.All.Select(subscription => SubscriptionDiagnostics.DiagnosticsOf(subscription.Value)))
            )
        );

    public Variant SubscriptionsOf(Session session) =>
        ArrayOf(Structures(SubscriptionsIn(session).Select(SubscriptionDiagnostics.DiagnosticsOf)));

    /// <summary>The subscriptions of a session, not encoded.</summary>
    public static Subscription[] SubscriptionsIn(Session session) => session.Subscriptions?.Snapshot().Subscriptions ?? [];

    private ServerDiagnosticsSummaryDataType Summarize()
    {
        var summary = new ServerDiagnosticsSummaryDataType
        {
            CurrentSessionCount = (uint)Sessions.Count,
            CumulatedSessionCount = Sessions.Added - _sessionsBefore,
            CurrentSubscriptionCount = (uint)Subscriptions.Count,
            CumulatedSubscriptionCount = Subscriptions.Added - _subscriptionsBefore,
            PublishingIntervalCount = (uint)Subscriptions.Unordered.Select(s => s.Value.Settings.PublishingInterval).Distinct().Count(),
        };
        counters.AddTo(summary);
        return summary;
    }

    private T Once<T>(ref Taken? taken, Func<T> take)
        where T : class
    {
        if (Volatile.Read(ref taken) is { } last && options.Time.GetElapsedTime(last.At) < CacheTime)
            return (T)last.Figures;
        var figures = take();
        Volatile.Write(ref taken, new Taken(options.Time.GetTimestamp(), figures));
        return figures;
    }

    private static ExtensionObject[] Structures(IEnumerable<IUaStructure?> figures) =>
        [.. figures.OfType<IUaStructure>().Select(ExtensionObject.From)];

    private static Variant ArrayOf(ExtensionObject[] structures) => Variant.FromArray(BuiltInType.ExtensionObject, structures);
}
