using S7OpcBridge.Bridge;
using S7OpcBridge.Core;
using S7OpcBridge.Identity;
using S7OpcBridge.Map;
using S7OpcBridge.Recording;
using S7OpcBridge.Startup;
using S7OpcBridge.Web;

namespace S7OpcBridge.Pages;

/// <summary>Gives pages and metrics what they read of the running bridge.</summary>
internal static class BridgeViews
{
    /// <param name="running">Returns the running map.</param>
    /// <param name="acquisition">The PLC connections.</param>
    /// <param name="server">The OPC UA server.</param>
    /// <param name="history">The history; null: nothing is recorded.</param>
    public static BridgeView Create(
        Func<BridgeMap> running,
        Acquisition acquisition,
        BridgeServer server,
        TimeProvider time,
        HistoryHost? history
    ) =>
        new()
        {
            Time = time,
            Version = ProgramVersion.Text,
            Started = time.GetUtcNow(),
            Running = running,
            Plcs = PlcsOf(running, acquisition),
            Server = ServerOf(server, time),
            Alarms = server.Alarms is { } alarms ? AlarmViews.Create(alarms) : null,
            History = history is null ? null : HistoryViews.Create(history, server),
            NotAlive = () => [.. server.Liveness.Standstills.Select(static standstill => standstill.Sentence)],
            GrantedHandles = ProcessHandles.Granted,
        };

    /// <summary>What pages may ask the bridge to do.</summary>
    /// <param name="running">Returns the running map.</param>
    /// <param name="logins">The users; null: there are none.</param>
    public static BridgeCommands CommandsOf(Func<BridgeMap> running, BridgeServer server, Logins? logins)
    {
        var trust = new PageTrust(() => running().Server, TimeProvider.System);
        return new BridgeCommands
        {
            LogInAsync = logins is null ? null : PageLogins.Create(logins),
            LogInByTokenAsync = logins is { TokenIssuers.Count: > 0 } ? PageLogins.CreateForTokens(logins) : null,
            AuditLogin = server.AuditPage,
            AuditAction = (user, remote, action, text, status) => server.AuditPage(new PageAction(user, remote, action, text, status)),
            WhyMapIsReadOnly = () => PageMap.WhyReadOnly(running().Files[0]),
            Certificates = trust.Commands,
            Users = logins?.Administration,
            ChangePasswordAsync = logins is null ? null : logins.ChangePasswordAsync,
            Tokens = logins?.Tokens,
            RolesOfToken = token => logins?.RolesOnPages(token),
            Values = PageValues.Create(server),
            Alarms = PageAlarms.Create(server),
        };
    }

    private static PlcReadings PlcsOf(Func<BridgeMap> running, Acquisition acquisition)
    {
        var plans = new RunningPlans();
        return new PlcReadings
        {
            Map = () => acquisition.Map,
            StatusOf = acquisition.StatusOf,
            RequestsOf = acquisition.RequestsOf,
            ExpectedPlanOf = plc =>
                acquisition.Map.Plcs[plc] is { IsGone: false } definition
                    ? plans.PlanFor(running(), definition.Name, acquisition.StatusOf(plc).PduSize)
                    : null,
            CycleTimesOf = acquisition.CycleTimesOf,
            WritesOf = acquisition.WritesOf,
            BytesOf = acquisition.BytesOf,
            Queue = () => acquisition.Queue,
        };
    }

    private static ServerReadings ServerOf(BridgeServer server, TimeProvider time) =>
        new()
        {
            Read = tag =>
            {
                var (value, status, changed, confirmed) = server.ReadTagWithTimes(tag);
                return new TagReading(ValueText.Format(value), status, changed, confirmed);
            },
            ValueOf = server.ReadValue,
            TypeOf = BridgeServer.TypeOf,
            QualityOf = server.StatusOf,
            Sessions = () => [.. server.Clients.Select(session => SessionRows.From(session, time.GetUtcNow()))],
            ReverseConnections = () => server.ReverseConnections,
            Figures = () =>
                new ServerFigures
                {
                    Connections = server.Connections,
                    Sessions = server.Sessions,
                    SessionsSoFar = server.SessionsSoFar,
                    Subscriptions = server.Subscriptions,
                    MonitoredItems = server.MonitoredItems,
                    ClientMemory = server.ClientMemory,
                    HistoryReads = (server.HistoryReads.UnderWay, server.HistoryReads.Answers, server.HistoryReads.CutShort),
                    ServiceLevel = server.ServiceLevel,
                    Standstills = server.Liveness.Standstills.Count,
                    Restarts = server.Liveness.Restarts,
                    MapLoads = server.MapLoadReport.Loads,
                    MapFindings = server.MapLoadReport.Findings.Length,
                },
            Published = () =>
            {
                var sum = server.Publishing;
                return new PublishedFigures(
                    sum.Notifications,
                    sum.Events,
                    sum.Overflows,
                    sum.Discarded,
                    sum.Cycles,
                    sum.Lateness,
                    sum.Unserved
                );
            },
        };
}
