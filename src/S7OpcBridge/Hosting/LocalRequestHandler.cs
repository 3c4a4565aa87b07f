using System.Runtime.CompilerServices;
using System.Text.Json;
using S7OpcBridge.Bridge;
using S7OpcBridge.Core;
using S7OpcBridge.Doctor;
using S7OpcBridge.Local;
using S7OpcBridge.Map;
using S7OpcBridge.Output;
using S7OpcBridge.Support;
using S7OpcBridge.Watch;
using S7OpcBridge.Web.View;

namespace S7OpcBridge.Hosting;

/// <summary>
/// Answers the requests of <c>doctor</c>, <c>watch</c> and <c>health</c> to a running bridge, from its variable table and over its connections.
/// </summary>
/// <param name="running">Returns the running map.</param>
/// <param name="acquisition">Its PLC connections.</param>
/// <param name="server">Its values.</param>
/// <param name="time">The clock.</param>
internal sealed class LocalRequestHandler(Func<BridgeMap> running, Acquisition acquisition, BridgeServer server, TimeProvider time)
{
    /// <summary>Makes the contribution to a report; null: there is none.</summary>
    public Func<SupportAnswer>? Support { get; init; }

    /// <summary>The lines of an answer; none for an unknown request.</summary>
    public IAsyncEnumerable<string> To(LocalRequest question, CancellationToken cancellationToken) =>
        question.Ask switch
        {
            LocalRequest.Doctor => ExamineAsync(question, cancellationToken),
            LocalRequest.Watch => WatchAsync(question, cancellationToken),
            LocalRequest.Support when Support is not null => Line(Support()),
            LocalRequest.Map => Line(new MapAnswer(Path.GetFullPath(running().Files[0]))),
            LocalRequest.Health => Line(
                new HealthAnswer(BridgeHealth.NotAlive(server).FirstOrDefault(), ServiceReport.StatusOf(acquisition, running().Server.ClientUrls[0]))
            ),
            _ => AsyncEnumerable.Empty<string>(),
        };

    private static IAsyncEnumerable<string> Line<T>(T answer) => new[] { JsonSerializer.Serialize(answer, JsonText.Options) }.ToAsyncEnumerable();

    private async IAsyncEnumerable<string> ExamineAsync(LocalRequest question, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        // A PLC to which the bridge is not connected is examined over a new connection.
        yield return DoctorJson.Write(await PlantDoctor.RunAsync(running(), acquisition.Map, question.Plc, PlusHooks.Of(running(), null, time),
            (plc, doctor, token) => acquisition.ConnectionOf(plc.Index) is { } connection
                ? doctor.RunAsync(connection, turn => acquisition.TakeTurnAsync(plc.Index, turn), token)
                : doctor.RunAsync(question.Probe, token), time, cancellationToken));
    }

    private async IAsyncEnumerable<string> WatchAsync(LocalRequest question, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        var watch = new LocalWatch(new WatchFilter(question.Plc, question.Tags), acquisition, server);
        await foreach (var update in watch.RunAsync(time, cancellationToken))
            yield return JsonSerializer.Serialize(update, JsonText.Options);
    }
}
