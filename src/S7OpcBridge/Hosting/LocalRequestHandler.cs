using System.Runtime.CompilerServices;
using System.Text.Json;
using S7OpcBridge.Bridge;
using S7OpcBridge.Core;
using S7OpcBridge.Map;

namespace S7OpcBridge;

/// <summary>
/// Answers the requests of <c>doctor</c>, <c>watch</c> and <c>health</c> to a running bridge, from its variable table and over its connections.
/// </summary>
/// <param name="running">Returns the running map.</param>
/// <param name="acquisition">Its PLC connections.</param>
/// <param name="server">Its values.</param>
/// <param name="time">The clock.</param>
internal sealed class LocalRequestHandler(Func<BridgeMap> running, Acquisition acquisition, BridgeServer server, TimeProvider time)
{
    private static readonly TimeSpan Pace = TimeSpan.FromMilliseconds(200);

    private const int PlcsEvery = 3;

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
        var map = acquisition.Map;
        var tags = new WatchFilter(question.Plc, question.Tags).Select(map);
        var names = tags.Select(tag => $"{map.Plcs[tag.Plc].Name}/{tag.Name}").ToArray();
        var sent = new WatchChange[tags.Count];
        var groups = tags.Select(tag => map.ScanGroups[tag.ScanGroup]).Distinct().ToArray();
        var plcs = groups.Select(group => group.Plc).Distinct().Order().ToArray();
        foreach (var group in groups)
            acquisition.Listen(group.Index, group.Interval);
        try
        {
            using var timer = new PeriodicTimer(Pace, time);
            for (var tick = 0; ; tick++)
            {
                var changes = new List<WatchChange>();
                for (var i = 0; i < tags.Count; i++)
                {
                    var (value, status) = server.ReadTag(tags[i].Id);
                    var now = new WatchChange(names[i], ValueText.Of(value), status.Value);
                    if (now != sent[i])
                        changes.Add(sent[i] = now);
                }
                var states = tick % PlcsEvery == 0 ? plcs.Select(plc => WatchPlc.Of(map.Plcs[plc].Name, acquisition.StatusOf(plc))).ToArray() : [];
                if (changes.Count > 0 || states.Length > 0)
                    yield return JsonSerializer.Serialize(new WatchUpdate(changes, states), JsonText.Options);
                await timer.WaitForNextTickAsync(cancellationToken);
            }
        }
        finally
        {
            foreach (var group in groups)
                acquisition.Unlisten(group.Index, group.Interval);
        }
    }
}
