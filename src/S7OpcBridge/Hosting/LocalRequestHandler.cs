using System.Runtime.CompilerServices;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using S7OpcBridge.Bridge;
using S7OpcBridge.Core;
using S7OpcBridge.Doctor;
using S7OpcBridge.Local;
using S7OpcBridge.Map;
using S7OpcBridge.Recording;
using S7OpcBridge.Support;
using S7OpcBridge.Watch;
using S7OpcBridge.Web;

namespace S7OpcBridge.Hosting;

/// <summary>
/// Answers the requests of <c>doctor</c>, <c>watch</c>, <c>cluster</c> and <c>health</c> to a running bridge, from its variable table and over its connections.
/// </summary>
/// <param name="running">Returns the running map.</param>
/// <param name="acquisition">Its PLC connections.</param>
/// <param name="server">Its values.</param>
internal sealed class LocalRequestHandler(Func<BridgeMap> running, Acquisition acquisition, BridgeServer server, TimeProvider time)
{
    /// <summary>Returns the cluster as this node sees it; null: there is none.</summary>
    public Func<ClusterState?> Cluster { get; init; } = static () => null;

    /// <summary>Has another node of the cluster, by its name, examine a PLC that it reads.</summary>
    public Func<string, string, bool, CancellationToken, Task<OtherNode>>? AskOtherNode { get; init; }

    /// <summary>The history; null: nothing is recorded.</summary>
    public HistoryHost? History { get; init; }

    /// <summary>Makes the contribution to a report; null: there is none.</summary>
    public Func<SupportAnswer>? Support { get; init; }

    /// <summary>The lines of an answer; none for an unknown request.</summary>
    public IAsyncEnumerable<string> To(LocalRequest question, CancellationToken cancellationToken) =>
        question.Ask switch
        {
            LocalRequest.Doctor => ExamineAsync(question, cancellationToken),
            LocalRequest.Watch => WatchAsync(question, cancellationToken),
            LocalRequest.Alarms when server.Alarms is { } alarms => AlarmsAsync(question, alarms, cancellationToken),
            LocalRequest.Support when Support is not null => Line(Support(), LocalJson.Shapes.SupportAnswer),
            LocalRequest.Map => Line(new MapAnswer(Path.GetFullPath(running().Files[0])), LocalJson.Shapes.MapAnswer),
            LocalRequest.Cluster => Line(new ClusterAnswer(Cluster(), server.ServiceLevel), LocalJson.Shapes.ClusterAnswer),
            LocalRequest.Health => Line(
                new HealthAnswer(
                    server.Liveness.Standstills.FirstOrDefault()?.Sentence,
                    ServiceReport.StatusOf(acquisition, running().Server.ClientUrls[0], History)
                ),
                LocalJson.Shapes.HealthAnswer
            ),
            _ => AsyncEnumerable.Empty<string>(),
        };

    private static IAsyncEnumerable<string> Line<T>(T answer, JsonTypeInfo<T> shape) =>
        new[] { JsonSerializer.Serialize(answer, shape) }.ToAsyncEnumerable();

    private async IAsyncEnumerable<string> ExamineAsync(LocalRequest question, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        var report = await ExamineAsync(
            question.Plc,
            question.Probe,
            (plc, token) => ElsewhereAsync(plc, question.Probe, token),
            told: null,
            cancellationToken
        );
        var clients = question.Plc is null ? server.ReverseConnections : [];
        yield return DoctorJson.Write(
            report.With(running(), History) with
            {
                Clients = clients.Count > 0 ? ReverseReport.From(clients) : null,
                Brokers =
                    question.Plc is null && running().Mqtt.Count > 0
                        ? await BrokerReport.ProbeAsync(running(), time, cancellationToken)
                        : null,
            }
        );
    }

    /// <summary>Examines a PLC that this node of a cluster reads, for another node; null: this node does not read it.</summary>
    public async Task<PlcReport?> ExamineOwnAsync(string plc, bool probe, CancellationToken cancellationToken) =>
        Cluster() is { Fence: null } cluster && OwnerOf(cluster, plc) == cluster.Node
            ? (await ExamineAsync(plc, probe, elsewhere: null, told: null, cancellationToken)).Plcs.SingleOrDefault()
            : null;

    /// <summary>Examines a PLC and tells the results so far after each stage; null: there is no such PLC.</summary>
    public async Task<PlcReport?> ExamineLiveAsync(string plc, Action<PlcReport> told, CancellationToken cancellationToken) =>
        (
            await ExamineAsync(plc, probe: true, (name, token) => ElsewhereAsync(name, probe: true, token), told, cancellationToken)
        ).Plcs.SingleOrDefault();

    // A PLC to which the bridge is not connected is examined over a new connection.
    private async Task<DoctorReport> ExamineAsync(
        string? only,
        bool probe,
        Func<string, CancellationToken, Task<OtherNode?>>? elsewhere,
        Action<PlcReport>? told,
        CancellationToken cancellationToken
    ) =>
        new(
            await PlantDoctor.RunAsync(
                acquisition.Map,
                running().ProfilesByName,
                only,
                PlusHooks.Create(running(), null, time),
                (plc, doctor, token) =>
                    acquisition.ConnectionOf(plc.Index) is { } connection
                        ? doctor.RunAsync(connection, turn => acquisition.TakeTurnAsync(plc.Index, turn), token)
                        : doctor.RunAsync(probe, token),
                time,
                cancellationToken,
                elsewhere,
                told
            )
        );

    private async Task<OtherNode?> ElsewhereAsync(string plc, bool probe, CancellationToken cancellationToken) =>
        AskOtherNode is { } ask && Cluster() is { } cluster && OwnerOf(cluster, plc) is { } owner && owner != cluster.Node
            ? await ask(owner, plc, probe, cancellationToken)
            : null;

    private static string? OwnerOf(ClusterState cluster, string plc) => cluster.Plcs.FirstOrDefault(each => each.Plc == plc)?.Owner;

    private async IAsyncEnumerable<string> AlarmsAsync(
        LocalRequest question,
        BridgeAlarms alarms,
        [EnumeratorCancellation] CancellationToken cancellationToken
    )
    {
        await foreach (var update in new LocalAlarms(question.Plc, question.Locale, alarms).RunAsync(time, cancellationToken))
            yield return JsonSerializer.Serialize(update, LocalJson.Shapes.AlarmUpdate);
    }

    private async IAsyncEnumerable<string> WatchAsync(LocalRequest question, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        var watch = new LocalWatch(new WatchFilter(question.Plc, question.Tags), acquisition, server);
        await foreach (var update in watch.RunAsync(time, cancellationToken))
            yield return JsonSerializer.Serialize(update, LocalJson.Shapes.WatchUpdate);
    }
}
