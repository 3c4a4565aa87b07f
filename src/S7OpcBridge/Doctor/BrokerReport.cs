using System.Text.Json.Serialization;
using S7OpcBridge.Core;
using S7OpcBridge.Identity;
using S7OpcBridge.Map;
using S7OpcBridge.Mqtt;
using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.PubSub;

namespace S7OpcBridge.Doctor;

/// <summary>A broker to which values are published (<c>mqtt</c>), as <c>doctor</c> sees it.</summary>
/// <param name="Name">Name of the entry.</param>
/// <param name="Broker">Its URL.</param>
/// <param name="ClientId">The client id that was used, another than the publisher's.</param>
/// <param name="Stages">The stages.</param>
internal sealed record BrokerReport(string Name, string Broker, string ClientId, IReadOnlyList<StageReport> Stages)
{
    private const string FailedResult = "failed";

    /// <summary>True: all stages are passed.</summary>
    public bool Ok => Stages.All(static stage => stage.Result != FailedResult);

    /// <summary>The failed stage; null: none.</summary>
    [JsonIgnore]
    public StageReport? Failed => Stages.FirstOrDefault(static stage => stage.Result == FailedResult);

    /// <summary>Tries each broker of the map once, all at the same time.</summary>
    public static async Task<IReadOnlyList<BrokerReport>> ProbeAsync(
        BridgeMap map,
        TimeProvider time,
        CancellationToken cancellationToken
    ) => await Task.WhenAll(map.Mqtt.Select(mqtt => ProbeAsync(map, mqtt, time, cancellationToken)));

    private static async Task<BrokerReport> ProbeAsync(
        BridgeMap map,
        MqttSettings mqtt,
        TimeProvider time,
        CancellationToken cancellationToken
    )
    {
        // The publisher's own would end its connection.
        var clientId = $"{mqtt.ClientId}-doctor";
        var options = BrokerAccess.OptionsOf(mqtt, () => OwnOf(map, time), map.Server.Certificates) with
        {
            ClientId = clientId,
            ConnectTimeout = TimeSpan.FromSeconds(10),
        };
        var stages = await BrokerProbe.RunAsync(
            options,
            TopicOf(map, mqtt),
            // Hosts of Sparkplug ask for births there, also where nothing may be written.
            mqtt.Sparkplug?.NodeCommands
                ?? map.Tags.Listed.Select(tag => mqtt.CommandTopicOf(map.Tags, tag)).FirstOrDefault(static topic => topic is not null),
            time,
            cancellationToken
        );
        return new(mqtt.Name, mqtt.BrokerText, clientId, stages);
    }

    // Below a topic of the data, where nobody subscribes to a single topic, and where the same permission mostly counts.
    private static string TopicOf(BridgeMap map, MqttSettings mqtt) =>
        map.Tags.Listed.Select(tag => mqtt.PlaceOf(map.Tags, tag)).FirstOrDefault(static place => place is not null) is { } place
            ? $"{place.Topic}/doctor"
            : $"{mqtt.TopicPrefix}/doctor";

    private static OwnCertificate? OwnOf(BridgeMap map, TimeProvider time) =>
        new OwnCertificates(new CertificateStores(map.Server.Certificates!)).Read(time.GetUtcNow(), static _ => { }).FirstOrDefault();
}
